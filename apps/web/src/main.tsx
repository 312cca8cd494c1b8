import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterFirstPaint } from './app/after-first-paint.js';
import { Providers } from './app/providers.js';
import { AppRoutes } from './app/routes.js';
import { watchSession } from './app/session.js';

watchSession();

// A page opened before a release asks for pieces that are gone; loading it again fetches the new ones.
addEventListener('vite:preloadError', (failure) => {
  failure.preventDefault();
  location.reload();
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers>
      <AppRoutes />
    </Providers>
  </StrictMode>,
);

afterFirstPaint(() => {
  void import('./i18n/languages.js').then(({ loadLanguage }) => loadLanguage());
  if (navigator.onLine) void import('./app/keycloak.js');
});
