import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterFirstPaint } from './platform/after-first-paint.js';
import { watchMissingFiles } from './app/fetch-new-release.js';
import { takeCrewLink } from './platform/crew-link.js';
import { loadSignIn } from './app/lazy.js';
import { Providers } from './app/providers.js';
import { AppRoutes, loadOtherPages } from './app/routes.js';
import { watchSession } from './platform/session/session.js';
import { captureErrors } from './platform/telemetry/early-errors.js';

takeCrewLink();
captureErrors();
watchSession();
watchMissingFiles();

// Every page sets its own title; of two the browser would show this one.
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
  // A failure is reported when the chunk is needed.
  void Promise.allSettled([language, ...ahead]);
});
