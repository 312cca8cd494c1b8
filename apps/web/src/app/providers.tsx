import './first-styles.js';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/unbounded/wght.css';
import './page.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { useTranslator } from '../i18n/texts.js';
import { ErrorBoundary } from './error-boundary.js';
import { useAfterFirstPaint } from '../platform/after-first-paint.js';
import { piece } from './piece.js';
import { useFeedbackWindow } from '../platform/feedback-window.js';
import { useSession } from '../platform/session.js';
import { useTips } from './tips.js';
import { cssVariablesResolver, theme } from './theme.js';

const Messages = piece(async () => (await import('../platform/messages.js')).Messages);
const SignIn = piece(async () => (await import('../features/sign-in/sign-in-modal.js')).SignInModal);

const FeedbackModal = piece(async () => (await import('../features/feedback/feedback-modal.js')).FeedbackModal);
const DebugPanels = piece(async () => (await import('./debug/debug-panels.js')).DebugPanels);
const PageViews = piece(async () => (await import('./telemetry/page-views.js')).PageViews);
const TipsLayer = piece(async () => (await import('./tips-layer.js')).TipsLayer);

const colorSchemeManager = localStorageColorSchemeManager({ key: 'earworm.color-scheme' });

export function Providers({ children }: { children: ReactNode }) {
  useTranslator();
  const painted = useAfterFirstPaint();
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  const feedback = useFeedbackWindow(({ loaded }) => loaded);
  const tips = useTips(({ wanted }) => wanted);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="dark"
    >
      <ErrorBoundary>
        <BrowserRouter>
          {children}
          {painted && (
            <Suspense>
              <Messages />
              <SignIn />
              <PageViews />
              {isAdmin && <DebugPanels />}
              {tips && <TipsLayer />}
            </Suspense>
          )}
          <Suspense>{feedback && <FeedbackModal />}</Suspense>
        </BrowserRouter>
      </ErrorBoundary>
    </MantineProvider>
  );
}
