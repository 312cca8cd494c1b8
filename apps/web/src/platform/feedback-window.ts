import { create } from 'zustand';
import { useSession } from './session/session.js';
import { askToSignIn } from './session/sign-in-prompt.js';

interface FeedbackWindow {
  /** Its chunk is loaded and its draft kept. */
  readonly loaded: boolean;
  readonly opened: boolean;
  readonly page: string;
}

const CLOSED: FeedbackWindow = { loaded: false, opened: false, page: '/' };

export const useFeedbackWindow = create<FeedbackWindow>(() => CLOSED);

/** Asks to sign in first if necessary. */
export async function openFeedback(): Promise<void> {
  const page = location.pathname;
  if (useSession.getState().user === null && !(await askToSignIn('feedback'))) return;
  useFeedbackWindow.setState({ loaded: true, opened: true, page });
}

export const closeFeedback = (): void => useFeedbackWindow.setState({ opened: false });

export const resetFeedbackWindow = (): void => useFeedbackWindow.setState(CLOSED);
