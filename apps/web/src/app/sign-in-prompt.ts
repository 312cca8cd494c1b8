import { type ErrorCode, messageOf } from '@earworm/contracts';
import { create } from 'zustand';
import { useSession } from './session.js';

interface Prompt {
  readonly open: boolean;
  /** Why somebody is asked. */
  readonly message: string | null;
  /** The token of a reset link: asks for a new password. */
  readonly resetToken: string | null;
  readonly answer: (signedIn: boolean) => void;
}

const CLOSED: Prompt = { open: false, message: null, resetToken: null, answer: () => undefined };

export const useSignInPrompt = create<Prompt>(() => CLOSED);

const ask = (message: string | null, resetToken: string | null): Promise<boolean> => {
  useSignInPrompt.getState().answer(false);
  return new Promise((resolve) => useSignInPrompt.setState({ open: true, message, resetToken, answer: resolve }));
};

/** Opens the sign-in modal; true once somebody is signed in, false when it was closed. */
export const askToSignIn = (why?: ErrorCode) => ask(why ? messageOf(why) : null, null);
export const askForNewPassword = (resetToken: string) => ask(null, resetToken);

/** True when somebody is signed in, at once or after the modal. */
export const signedInOrAsk = async (why: ErrorCode) => useSession.getState().user !== null || askToSignIn(why);

export function closeSignIn(signedIn: boolean): void {
  const { answer } = useSignInPrompt.getState();
  useSignInPrompt.setState(CLOSED);
  answer(signedIn);
}
