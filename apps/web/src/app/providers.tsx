import '../platform/theme/fonts/fonts.css';
import './page.css';
import { type ReactNode, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { useTranslator } from '../platform/i18n/texts.js';
import { ErrorBoundary } from './error-boundary.js';
import { useAfterFirstPaint } from '../platform/after-first-paint.js';
import { lazyPartWithKit, lazyWithKit, loadSignIn } from './lazy.js';
import { useFeedbackWindow } from '../platform/feedback-window.js';
import { useSession } from '../platform/session/session.js';
import { useSignInPrompt } from '../platform/session/sign-in-prompt.js';
import { useTips } from '../platform/storage/tips.js';
import { BASE_STYLES } from '../platform/theme/base-styles.js';
import { lazyPart } from '../shared/ui/lazy-part.js';

const Messages = lazyPart(async () => (await import('../platform/notifications/messages.js')).Messages);
const SignIn = lazyWithKit(async () => (await loadSignIn()).SignInModal);

const FeedbackModal = lazyWithKit(async () => (await import('../features/feedback/feedback-modal.js')).FeedbackModal);
const DebugPanels = lazyPartWithKit(async () => (await import('./debug/debug-panels.js')).DebugPanels);
const PageViews = lazyPart(async () => (await import('../platform/telemetry/page-views.js')).PageViews);
const LateWork = lazyPart(async () => (await import('../shared/late/late-work.js')).LateWork);
const TipsLayer = lazyPartWithKit(async () => (await import('./tips-layer.js')).TipsLayer);

export function Providers({ children }: { children: ReactNode }) {
  useTranslator();
  const painted = useAfterFirstPaint();
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  const signIn = useSignInPrompt(({ loaded }) => loaded);
  const feedback = useFeedbackWindow(({ loaded }) => loaded);
  const tips = useTips(({ wanted }) => wanted);
  return (
    <>
      <style>{BASE_STYLES}</style>
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
    </>
  );
}
