import { Suspense } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { addMessages, ERRORS } from '@earworm/contracts';
import { useTranslator } from '../platform/i18n/texts.js';
import { RequireAdmin, RequireSession } from '../shared/ui/guards.js';
import { type PageAccess, PAGES, REDIRECTS } from './page-table.js';
import { PageSpinner } from '../shared/ui/page.js';
import { lazyComponent } from './lazy.js';
import { Shell } from './shell/shell.js';
import { Opened } from '../platform/telemetry/opened.js';

// What is loaded first is built without most messages.
addMessages(ERRORS);

const WithQueries = lazyComponent(async () => (await import('../platform/http/queries.js')).WithQueries);

const LazyPage = () => (
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

export function OtherPages() {
  useTranslator();
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route element={<LazyPage />}>
          {pages('public')}
          <Route element={<WithQueries />}>{pages('public', { lists: true })}</Route>
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
      <Route element={<LazyPage />}>
        {pages('public', { bare: true })}
        <Route element={<RequireSession />}>
          {pages('signed-in', { bare: true })}
          <Route element={<WithQueries />}>{pages('signed-in', { bare: true, lists: true })}</Route>
        </Route>
      </Route>
      {redirects('public')}
      <Route path="*" element={<Navigate to="/404" replace />} />
    </Routes>
  );
}
