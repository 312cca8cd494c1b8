import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterFirstPaint } from './platform/after-first-paint.js';
import { watchMissingFiles } from './app/fetch-new-release.js';
import { takeCrewLink } from './platform/crew-link.js';
import { loadSignIn } from './app/lazy.js';
import { Providers } from './app/providers.js';
import { AppRoutes, loadOtherPages } from './app/routes.js';
import { wantedLanguage } from './platform/i18n/wanted-language.js';
import { useSession, watchSession } from './platform/session/session.js';
import { captureErrors } from './platform/telemetry/early-errors.js';
import { loadKit } from './platform/theme/with-kit.js';

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

/** English is in the pages themselves. */
const loadLanguage = async () => {
  if (wantedLanguage() !== 'en') await (await import('./platform/i18n/languages.js')).loadLanguage();
};
/** Not by a QR code: a phone that joins with it needs no account. Nor does anyone who is signed in. */
const mayAskToSignIn = () => useSession.getState().user === null && !new URLSearchParams(location.search).has('code');
const loadSignIns = () => [import('./platform/session/keycloak.js'), loadSignIn(), loadKit()];

afterFirstPaint(() => {
  const ahead = navigator.onLine ? [loadOtherPages(), ...(mayAskToSignIn() ? loadSignIns() : [])] : [];
  // A failure is reported when the chunk is needed.
  void Promise.allSettled([loadLanguage(), ...ahead]);
});
