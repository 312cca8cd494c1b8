import './first-styles.js';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/unbounded/wght.css';
import './page.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { useTranslator } from '../platform/i18n/texts.js';
import { ErrorBoundary } from './error-boundary.js';
import { useAfterFirstPaint } from '../platform/after-first-paint.js';
import { optionalPiece, piece } from './piece.js';
import { useFeedbackWindow } from '../platform/feedback-window.js';
import { useSession } from '../platform/session/session.js';
import { loadSignIn } from './sign-in-piece.js';
import { useSignInPrompt } from '../platform/session/sign-in-prompt.js';
import { useTips } from './tips.js';
import { cssVariablesResolver, theme } from '../platform/theme/theme.js';

const Messages = optionalPiece(async () => (await import('../platform/notifications/messages.js')).Messages);
const SignIn = piece(async () => (await loadSignIn()).SignInModal);

const FeedbackModal = piece(async () => (await import('../features/feedback/feedback-modal.js')).FeedbackModal);
const DebugPanels = optionalPiece(async () => (await import('./debug/debug-panels.js')).DebugPanels);
const PageViews = optionalPiece(async () => (await import('../platform/telemetry/page-views.js')).PageViews);
const TipsLayer = optionalPiece(async () => (await import('./tips-layer.js')).TipsLayer);

const colorSchemeManager = localStorageColorSchemeManager({ key: 'earworm.color-scheme' });

export function Providers({ children }: { children: ReactNode }) {
  useTranslator();
  const painted = useAfterFirstPaint();
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  const signIn = useSignInPrompt(({ loaded }) => loaded);
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
            <>
              <Messages />
              <PageViews />
              {isAdmin && <DebugPanels />}
              {tips && <TipsLayer />}
            </>
          )}
          <Suspense>{signIn && <SignIn />}</Suspense>
          <Suspense>{feedback && <FeedbackModal />}</Suspense>
        </BrowserRouter>
      </ErrorBoundary>
    </MantineProvider>
  );
}
