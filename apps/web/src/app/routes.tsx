import { lazy, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { HomePage } from '../features/home/home-page.js';
import { useTranslator } from '../platform/i18n/texts.js';
import { loadOtherPages } from './other-pages-piece.js';
import { loadPlay } from './play-piece.js';
import { PageSpinner } from '../shared/ui/page-spinner.js';
import { Shell } from './shell/shell.js';
import { isSignInReturn, SignInReturn } from './sign-in-return.js';
import { Opened } from '../platform/telemetry/opened.js';

const OtherPages = lazy(async () => ({ default: (await loadOtherPages()).OtherPages }));

// What does not come now is missed when the game is opened.
const fetchPlay = () => void loadPlay().catch(() => undefined);

export function AppRoutes() {
  const { hash } = useLocation();
  // Every page is drawn again in the language that has come.
  useTranslator();
  if (isSignInReturn(hash)) return <SignInReturn />;
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route
          index
          element={
            <Opened>
              <HomePage onGameFound={fetchPlay} />
            </Opened>
          }
        />
      </Route>
      <Route
        path="*"
        element={
          <Suspense fallback={<PageSpinner />}>
            <OtherPages />
          </Suspense>
        }
      />
    </Routes>
  );
}
