import { PASSWORD_MIN_LENGTH } from '@earworm/rules';
import { messageOf } from '../../platform/i18n/t.js';
import { RefusedError } from '@earworm/contracts';
import { looksLikeAdmin } from '../../platform/session/tokens.js';
import { t } from './texts.js';

export type Problems<Field extends string> = Partial<Record<Field, string>>;

/** Saves a round trip; the server validates. */
const looksLikeEmail = (text: string) => /^\S+@\S+$/.test(text.trim());

function emailProblem(email: string): Problems<'email'> {
  if (email.trim() === '') return { email: messageOf('email-required') };
  return looksLikeEmail(email) ? {} : { email: messageOf('invalid-email') };
}

/** `hasSingleSignOn`: there accounts without an e-mail address sign in, too. */
export function checkSignIn(
  typed: { email: string; password: string },
  hasSingleSignOn = false,
): Problems<'email' | 'password'> {
  const { email } = emailProblem(typed.email);
  const help = hasSingleSignOn && email === messageOf('invalid-email') ? ` ${t('noEmailHint')}` : '';
  return {
    ...(email === undefined ? {} : { email: `${email}${help}` }),
    ...(typed.password ? {} : { password: messageOf('password-required') }),
  };
}

/** The provider refuses a password without its second factor as it refuses a wrong one. */
export function singleSignOnHint(error: unknown): string | null {
  if (!(error instanceof RefusedError)) return null;
  if (error.code === 'invalid-email') return t('noEmailHint');
  return error.code === 'invalid-credential' ? t('secondFactorRefused') : null;
}

export function checkNewPassword(typed: { password: string; confirm: string }): Problems<'password' | 'confirm'> {
  return {
    ...(typed.password.length < PASSWORD_MIN_LENGTH ? { password: messageOf('password-too-short') } : {}),
    ...(typed.password === typed.confirm ? {} : { confirm: messageOf('passwords-do-not-match') }),
  };
}

export function checkSignUp(typed: {
  displayName: string;
  email: string;
  password: string;
  confirm: string;
}): Problems<'displayName' | 'email' | 'password' | 'confirm'> {
  return {
    ...(typed.displayName.trim() ? {} : { displayName: messageOf('display-name-required') }),
    ...emailProblem(typed.email),
    ...checkNewPassword(typed),
  };
}

export const checkReset = (typed: { email: string }): Problems<'email'> => emailProblem(typed.email);

export function adminHint(error: unknown, { email }: { email: string }): string | null {
  if (!(error instanceof RefusedError) || !looksLikeAdmin(email)) return null;
  return error.code === 'invalid-credential' || error.code === 'user-not-found' ? t('adminHint') : null;
}
