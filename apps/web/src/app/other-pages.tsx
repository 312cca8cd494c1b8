import { Suspense } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { useTranslator } from '../platform/i18n/texts.js';
import { RequireAdmin, RequireSession } from '../shared/ui/guards.js';
import { type PageAccess, PAGES, REDIRECTS } from './page-table.js';
import { PageSpinner } from '../shared/ui/page-spinner.js';
import { piece } from './piece.js';
import { Shell } from './shell/shell.js';
import { Opened } from '../platform/telemetry/opened.js';

const WithQueries = piece(async () => (await import('../platform/http/queries.js')).WithQueries);

/** A page that comes in its own piece of script, with a spinner while that is fetched. */
const Piece = () => (
  <Suspense fallback={<PageSpinner />}>
    <Outlet />
  </Suspense>
);

const pages = (access: PageAccess, { bare = false, lists = false } = {}) =>
  PAGES.filter((row) => row.access === access && (row.bare ?? false) === bare && (row.lists ?? false) === lists).map(
    ({ path, Page }) => (
      <Route
        key={path}
        path={path}
        element={
          <Opened>
            <Page />
          </Opened>
        }
      />
    ),
  );

const redirects = (access: PageAccess) =>
  REDIRECTS.filter((row) => row.access === access).map(({ path, to }) => (
    <Route key={path} path={path} element={<Navigate to={to} replace />} />
  ));

/** The table of pages as routes: everything but home, whose first load does not pay for the table. */
export function OtherPages() {
  useTranslator();
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route element={<Piece />}>
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
