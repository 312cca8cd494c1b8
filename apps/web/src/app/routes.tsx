import { Suspense } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { HomePage } from '../features/home/home-page.js';
import { useTranslator } from '../i18n/texts.js';
import { RequireAdmin, RequireSession } from './guards.js';
import { type PageAccess, PAGES, REDIRECTS } from './page-table.js';
import { PageSpinner } from './page-spinner.js';
import { piece } from './piece.js';
import { Shell } from './shell/shell.js';
import { isSignInReturn, SignInReturn } from './sign-in-return.js';

const WithQueries = piece(async () => (await import('./queries.js')).WithQueries);

/** A page that comes in its own piece of script, with a spinner while that is fetched. */
const Piece = () => (
  <Suspense fallback={<PageSpinner />}>
    <Outlet />
  </Suspense>
);

const pages = (access: PageAccess, { bare = false, lists = false } = {}) =>
  PAGES.filter((row) => row.access === access && (row.bare ?? false) === bare && (row.lists ?? false) === lists).map(
    ({ path, Page }) => <Route key={path} path={path} element={<Page />} />,
  );

const redirects = (access: PageAccess) =>
  REDIRECTS.filter((row) => row.access === access).map(({ path, to }) => (
    <Route key={path} path={path} element={<Navigate to={to} replace />} />
  ));

export function AppRoutes() {
  const { hash } = useLocation();
  // Every page is drawn again in the language that has come.
  useTranslator();
  if (isSignInReturn(hash)) return <SignInReturn />;
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route element={<Piece />}>
          <Route index element={<HomePage />} />
          {pages('public')}
          <Route element={<RequireSession />}>
            {pages('signed-in')}
            <Route element={<WithQueries />}>{pages('signed-in', { lists: true })}</Route>
            <Route element={<RequireAdmin />}>
              {redirects('admin')}
              <Route element={<WithQueries />}>{pages('admin', { lists: true })}</Route>
            </Route>
          </Route>
        </Route>
      </Route>
      <Route element={<Piece />}>
        {pages('public', { bare: true })}
        <Route element={<RequireSession />}>{pages('signed-in', { bare: true })}</Route>
      </Route>
      {redirects('public')}
      <Route path="*" element={<Navigate to="/404" replace />} />
    </Routes>
  );
}
