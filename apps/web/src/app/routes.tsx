import { Suspense } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { HomePage } from '../features/home/home-page.js';
import { RequireAdmin, RequireSession } from './guards.js';
import { PageSpinner } from './page-spinner.js';
import { piece } from './piece.js';
import { loadPlay } from './play-piece.js';
import { Shell } from './shell/shell.js';
import { isSignInReturn, SignInReturn } from './sign-in-return.js';

const PlayPage = piece(async () => (await loadPlay()).PlayPage);
const StagePage = piece(async () => (await import('../features/stage/stage-page.js')).StagePage);
const SetupPage = piece(async () => (await import('../features/setup/setup-page.js')).SetupPage);
const WithQueries = piece(async () => (await import('./queries.js')).WithQueries);
const HistoryPage = piece(async () => (await import('../features/history/history-page.js')).HistoryPage);
const ModeratorRejoinPage = piece(
  async () => (await import('../features/home/moderator-rejoin-page.js')).ModeratorRejoinPage,
);
const OutboxPage = piece(async () => (await import('../features/admin/outbox-page.js')).OutboxPage);
const TermsPage = piece(async () => (await import('../features/legal/terms-page.js')).TermsPage);
const PrivacyPage = piece(async () => (await import('../features/legal/privacy-page.js')).PrivacyPage);
const NotFoundPage = piece(async () => (await import('./not-found-page.js')).NotFoundPage);

/** A page that comes in its own piece of script, with a spinner while that is fetched. */
const Piece = () => (
  <Suspense fallback={<PageSpinner />}>
    <Outlet />
  </Suspense>
);

export function AppRoutes() {
  const { hash } = useLocation();
  if (isSignInReturn(hash)) return <SignInReturn />;
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
              <Route element={<RequireAdmin />}>
                <Route path="admin/outbox" element={<OutboxPage />} />
              </Route>
            </Route>
          </Route>
        </Route>
      </Route>
      <Route element={<Piece />}>
        <Route element={<RequireSession />}>
          <Route path="game/:gameId" element={<PlayPage />} />
          <Route path="stage/:gameId" element={<StagePage />} />
        </Route>
      </Route>
      <Route path="*" element={<Navigate to="/404" replace />} />
    </Routes>
  );
}
