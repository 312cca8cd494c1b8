// Mantine's styles for the first screen; all others come with the first lazy component. They are one CSS layer, so
// loading a component's styles twice changes nothing.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/unbounded/wght.css';
import './page.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { useTranslator } from '../platform/i18n/texts.js';
import { ErrorBoundary } from './error-boundary.js';
import { useAfterFirstPaint } from '../platform/after-first-paint.js';
import { lazyComponent, loadSignIn, optionalComponent } from './lazy.js';
import { useFeedbackWindow } from '../platform/feedback-window.js';
import { useSession } from '../platform/session/session.js';
import { useSignInPrompt } from '../platform/session/sign-in-prompt.js';
import { useTips } from '../platform/storage/tips.js';
import { cssVariablesResolver, theme } from '../platform/theme/theme.js';

const Messages = optionalComponent(async () => (await import('../platform/notifications/messages.js')).Messages);
const SignIn = lazyComponent(async () => (await loadSignIn()).SignInModal);

const FeedbackModal = lazyComponent(async () => (await import('../features/feedback/feedback-modal.js')).FeedbackModal);
const DebugPanels = optionalComponent(async () => (await import('./debug/debug-panels.js')).DebugPanels);
const PageViews = optionalComponent(async () => (await import('../platform/telemetry/page-views.js')).PageViews);
const LateWork = optionalComponent(async () => (await import('../shared/late/late-work.js')).LateWork);
const TipsLayer = optionalComponent(async () => (await import('./tips-layer.js')).TipsLayer);

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
              <LateWork />
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
