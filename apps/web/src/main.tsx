import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterFirstPaint } from './platform/after-first-paint.js';
import { reloadWhenPiecesAreGone } from './app/fetch-new-release.js';
import { loadOtherPages } from './app/other-pages-piece.js';
import { Providers } from './app/providers.js';
import { AppRoutes } from './app/routes.js';
import { watchSession } from './platform/session.js';
import { seeErrors } from './app/telemetry/seen-early.js';

seeErrors();
watchSession();
reloadWhenPiecesAreGone();

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
  void import('./i18n/languages.js').then(({ loadLanguage }) => loadLanguage());
  if (!navigator.onLine) return;
  void import('./platform/keycloak.js');
  void loadOtherPages();
});
