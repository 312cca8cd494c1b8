import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { HomePage } from '../features/home/home-page.js';
import { useTranslator } from '../platform/i18n/texts.js';
import { fetchedAhead, loadGamePage } from './lazy.js';
import { PageSpinner } from '../shared/ui/page.js';
import { Shell } from './shell/shell.js';
import { isSignInReturn, SignInReturn } from './sign-in-return.js';
import { Opened } from '../platform/telemetry/opened.js';

const [OtherPages, loadOtherPages] = fetchedAhead(async () => (await import('./other-pages.js')).OtherPages);
export { loadOtherPages };

// A failure is reported when the game is opened.
const prefetchGamePage = () => void loadGamePage().catch(() => undefined);

export function AppRoutes() {
  const { hash } = useLocation();
  useTranslator();
  if (isSignInReturn(hash)) return <SignInReturn />;
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route
          index
          element={
            <Opened>
              <HomePage onGameFound={prefetchGamePage} />
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
