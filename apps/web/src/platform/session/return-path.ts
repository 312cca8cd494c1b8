import type { SignInPurpose } from './sign-in-prompt.js';

export type ReturnState =
  { readonly from: string; readonly authRequired: true } | { readonly from: string; readonly adminRequired: true };

interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

const pathOf = ({ pathname, search, hash }: Place) => `${pathname}${search}${hash}`;

export const fromOf = (at: Place): ReturnState => ({ from: pathOf(at), authRequired: true });
export const adminsOnly = (at: Place): ReturnState => ({ from: pathOf(at), adminRequired: true });

/** Null for anything but a path of this site. */
export function returnStateOf(state: unknown): ReturnState | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const { from } = state;
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return null;
  if ('adminRequired' in state && state.adminRequired === true) return { from, adminRequired: true };
  return 'authRequired' in state && state.authRequired === true ? { from, authRequired: true } : null;
}

const PURPOSES: readonly (readonly [RegExp, SignInPurpose])[] = [
  [/^\/(setup|game|stage|moderator-rejoin)(\/|$)/, 'game'],
  [/^\/(library\/reports|analytics|admin)(\/|$)/, 'admin'],
  [/^\/(library|browse-templates|my-templates|template|game-library)(\/|$)/, 'templates'],
  [/^\/game-history(\/|$)/, 'history'],
];

export function purposeOf(path: string): SignInPurpose {
  const [pathname = ''] = path.split(/[?#]/, 1);
  return PURPOSES.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'page';
}
