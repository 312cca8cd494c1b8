import type { ErrorCode } from '@earworm/contracts';
import { create } from 'zustand';
import { useSession } from './session.js';

/** What somebody wanted to do that needs a sign-in, where no refusal of the server says it. */
export type SignInPurpose = 'game' | 'templates' | 'history' | 'admin' | 'feedback' | 'page';

interface Prompt {
  /** It was opened once: its part of the script is wanted. */
  readonly loaded: boolean;
  readonly open: boolean;
  /** Why somebody is asked; put into words when it is drawn, in the language that has come by then. */
  readonly why: ErrorCode | SignInPurpose | null;
  /** The token of a reset link: asks for a new password. */
  readonly resetToken: string | null;
  /** Opens with the form for a new account. */
  readonly signUp: boolean;
  /** Path to come back to from a sign-in page elsewhere; null for where the visitor is. */
  readonly wanted: string | null;
  /** What kept the visitor from being signed in as a guest without being asked; absent: that was not tried. */
  readonly guestError?: unknown;
  readonly answer: (signedIn: boolean) => void;
}

const CLOSED: Omit<Prompt, 'loaded'> = {
  ...{ open: false, why: null, resetToken: null, signUp: false, wanted: null, guestError: undefined },
  answer: () => undefined,
};

export const useSignInPrompt = create<Prompt>(() => ({ ...CLOSED, loaded: false }));

type Asked = Partial<Pick<Prompt, 'why' | 'resetToken' | 'signUp' | 'wanted' | 'guestError'>>;

const ask = (asked: Asked): Promise<boolean> => {
  useSignInPrompt.getState().answer(false);
  return new Promise((answer) => useSignInPrompt.setState({ ...CLOSED, ...asked, open: true, loaded: true, answer }));
};

/** Opens the sign-in modal; true once somebody is signed in, false when it was closed. */
export const askToSignIn = (why?: ErrorCode | SignInPurpose, wanted: string | null = null) =>
  ask({ why: why ?? null, wanted });
export const askToSignUp = () => ask({ signUp: true });
export const askForNewPassword = (resetToken: string) => ask({ resetToken });

/** Signs a visitor in as a guest; opens the sign-in modal only when that fails. True once somebody is signed in. */
export async function signedInOrGuest(why: ErrorCode, wanted: string): Promise<boolean> {
  if (useSession.getState().user !== null) return true;
  try {
    await useSession.getState().signInAsGuest();
    return true;
  } catch (guestError) {
    return ask({ why, wanted, guestError });
  }
}

// Somebody signed in or up in another tab: there is nothing left to ask here.
useSession.subscribe(({ user }, before) => {
  const { open, resetToken } = useSignInPrompt.getState();
  const isOther = user?.id !== before.user?.id || user?.isGuest !== before.user?.isGuest;
  if (open && resetToken === null && user && isOther) closeSignIn(true);
});

export function closeSignIn(signedIn: boolean): void {
  const { answer } = useSignInPrompt.getState();
  useSignInPrompt.setState(CLOSED);
  answer(signedIn);
}
