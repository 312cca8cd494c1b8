import { lazy, Suspense } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { HomePage } from '../features/home/home-page.js';
import { RequireSession } from './guards.js';
import { PageSpinner } from './page-spinner.js';
import { Shell } from './shell/shell.js';

const PlayPage = lazy(() => import('../features/play/play-page.js').then((m) => ({ default: m.PlayPage })));
const SetupPage = lazy(() => import('../features/setup/setup-page.js').then((m) => ({ default: m.SetupPage })));
const WithQueries = lazy(() => import('./queries.js').then((m) => ({ default: m.WithQueries })));
const HistoryPage = lazy(() => import('../features/history/history-page.js').then((m) => ({ default: m.HistoryPage })));
const ModeratorRejoinPage = lazy(() =>
  import('../features/home/moderator-rejoin-page.js').then((m) => ({ default: m.ModeratorRejoinPage })),
);
const TermsPage = lazy(() => import('../features/legal/terms-page.js').then((m) => ({ default: m.TermsPage })));
const PrivacyPage = lazy(() => import('../features/legal/privacy-page.js').then((m) => ({ default: m.PrivacyPage })));
const NotFoundPage = lazy(() => import('./not-found-page.js').then((m) => ({ default: m.NotFoundPage })));

/** A page that comes in its own piece of script, with a spinner while that is fetched. */
const Piece = () => (
  <Suspense fallback={<PageSpinner />}>
    <Outlet />
  </Suspense>
);

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route element={<Piece />}>
          <Route index element={<HomePage />} />
          <Route path="terms" element={<TermsPage />} />
          <Route path="privacy" element={<PrivacyPage />} />
          <Route path="404" element={<NotFoundPage />} />
          <Route element={<RequireSession />}>
            <Route path="setup/:gameId" element={<SetupPage />} />
            <Route path="moderator-rejoin/:gameId?" element={<ModeratorRejoinPage />} />
            <Route element={<WithQueries />}>
              <Route path="game-history" element={<HistoryPage />} />
            </Route>
          </Route>
        </Route>
      </Route>
      <Route element={<Piece />}>
        <Route element={<RequireSession />}>
          <Route path="game/:gameId" element={<PlayPage />} />
        </Route>
      </Route>
      <Route path="*" element={<Navigate to="/404" replace />} />
    </Routes>
  );
}
