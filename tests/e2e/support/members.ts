import { createHttp, type Http, newId } from '@earworm/client';
import type { Tokens } from '@earworm/contracts';
import { subjectOf } from '../../load/guests.js';
import type { Account } from './sign-in-dialog.js';

/** A signed-in user without a browser. */
export interface Member {
  readonly userId: string;
  readonly serverUrl: string;
  readonly tokens: Tokens;
  readonly http: Http;
  /** Null for a guest. */
  readonly account: Account | null;
}

const memberOf = (serverUrl: string, tokens: Tokens, account: Account | null): Member => {
  const http = createHttp({ baseUrl: serverUrl, token: () => Promise.resolve(tokens.access_token) });
  return { userId: subjectOf(tokens.access_token), serverUrl, tokens, http, account };
};

/** A new guest on a new device. */
export async function newGuest(serverUrl: string): Promise<Member> {
  return memberOf(serverUrl, await createHttp({ baseUrl: serverUrl }).call('guest', { body: {} }), null);
}

/** A unique e-mail address and a password. */
export const newAccount = (name: string): Account => ({
  email: `${name.toLowerCase().replace(/\W/g, '')}-${newId()}@example.com`,
  password: `secret-of-${name}`,
});

/** A new registered user. */
export async function newRegisteredUser(serverUrl: string, displayName: string): Promise<Member> {
  const account = newAccount(displayName);
  const tokens = await createHttp({ baseUrl: serverUrl }).call('signUp', { body: { displayName, ...account } });
  return memberOf(serverUrl, tokens, account);
}

export async function signedIn(serverUrl: string, account: Account): Promise<Member> {
  return memberOf(serverUrl, await createHttp({ baseUrl: serverUrl }).call('signIn', { body: account }), account);
}

/** What the web app keeps in the local storage of a signed-in user. */
export const storedTokens = ({ tokens }: Member): Record<string, string> => ({
  'earworm.tokens': JSON.stringify({
    access: tokens.access_token,
    refresh: tokens.refresh_token,
    ...(tokens.id_token === undefined ? {} : { id: tokens.id_token }),
    expiresAt: Date.now() + tokens.expires_in * 1_000,
  }),
});
