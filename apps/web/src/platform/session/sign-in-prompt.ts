import type { ErrorCode } from '@earworm/contracts';
import { create } from 'zustand';
import { useSession } from './session.js';

export type SignInPurpose = 'game' | 'templates' | 'history' | 'admin' | 'feedback' | 'page';

interface Prompt {
  readonly loaded: boolean;
  readonly open: boolean;
  readonly why: ErrorCode | SignInPurpose | null;
  readonly resetToken: string | null;
  readonly signUp: boolean;
  /** Path to return to from the provider's page; null: this page. */
  readonly wanted: string | null;
  readonly guestError?: unknown;
  readonly answer: (signedIn: boolean) => void;
}

const CLOSED: Omit<Prompt, 'loaded'> = {
  open: false,
  why: null,
  resetToken: null,
  signUp: false,
  wanted: null,
  guestError: undefined,
  answer: () => undefined,
};

export const useSignInPrompt = create<Prompt>(() => ({ ...CLOSED, loaded: false }));

type PromptRequest = Partial<Pick<Prompt, 'why' | 'resetToken' | 'signUp' | 'wanted' | 'guestError'>>;

const ask = (request: PromptRequest): Promise<boolean> => {
  useSignInPrompt.getState().answer(false);
  return new Promise((answer) => useSignInPrompt.setState({ ...CLOSED, ...request, open: true, loaded: true, answer }));
};

/** True once signed in, false when closed. */
export const askToSignIn = (why?: ErrorCode | SignInPurpose, wanted: string | null = null) =>
  ask({ why: why ?? null, wanted });
export const askToSignUp = () => ask({ signUp: true });
export const askForNewPassword = (resetToken: string) => ask({ resetToken });

/** After a guest sign-in that failed. True once signed in. */
export const askInsteadOfGuest = (why: ErrorCode, wanted: string, guestError: unknown) =>
  ask({ why, wanted, guestError });

/** Opens the modal only when signing in as a guest fails. True once signed in. */
export async function signedInOrGuest(why: ErrorCode, wanted: string): Promise<boolean> {
  if (useSession.getState().user !== null) return true;
  try {
    await useSession.getState().signInAsGuest();
    return true;
  } catch (guestError) {
    return askInsteadOfGuest(why, wanted, guestError);
  }
}

// Signed in from another tab.
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
