import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterFirstPaint } from './platform/after-first-paint.js';
import { watchMissingFiles } from './app/fetch-new-release.js';
import { loadOtherPages } from './app/other-pages-piece.js';
import { Providers } from './app/providers.js';
import { AppRoutes } from './app/routes.js';
import { watchSession } from './platform/session/session.js';
import { loadSignIn } from './app/sign-in-piece.js';
import { seeErrors } from './platform/telemetry/seen-early.js';

seeErrors();
watchSession();
watchMissingFiles();

// From here on every page names itself; of two titles the browser would show this one.
document.querySelector('title')?.remove();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers>
      <AppRoutes />
    </Providers>
  </StrictMode>,
);

afterFirstPaint(() => {
  const language = import('./platform/i18n/languages.js').then(({ loadLanguage }) => loadLanguage());
  const ahead = navigator.onLine ? [import('./platform/session/keycloak.js'), loadOtherPages(), loadSignIn()] : [];
  // What does not come now is missed when somebody needs it, not while they type.
  void Promise.allSettled([language, ...ahead]);
});
