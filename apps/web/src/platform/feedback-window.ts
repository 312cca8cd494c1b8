import { create } from 'zustand';
import { useSession } from './session/session.js';
import { askToSignIn } from './session/sign-in-prompt.js';

interface FeedbackWindow {
  /** It was opened once: its part of the script is here, and what was typed in it is kept. */
  readonly loaded: boolean;
  readonly opened: boolean;
  /** Path of the page where it was opened. */
  readonly page: string;
}

const CLOSED: FeedbackWindow = { loaded: false, opened: false, page: '/' };

export const useFeedbackWindow = create<FeedbackWindow>(() => CLOSED);

/** Opens the feedback form over the current page; somebody who is not signed in is asked to sign in first. */
export async function openFeedback(): Promise<void> {
  const page = location.pathname;
  if (useSession.getState().user === null && !(await askToSignIn('feedback'))) return;
  useFeedbackWindow.setState({ loaded: true, opened: true, page });
}

export const closeFeedback = (): void => useFeedbackWindow.setState({ opened: false });

/** As before it was ever opened. */
export const resetFeedbackWindow = (): void => useFeedbackWindow.setState(CLOSED);
