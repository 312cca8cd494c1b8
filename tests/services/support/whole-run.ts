import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { createHttp, newId } from '@earworm/client';
import { PROTOCOL_VERSION, type RoomAct, RULES, ShowId, type Tokens } from '@earworm/contracts';
import { form, openBrowser } from '@earworm/identity/testing/browser';
import { withClient } from '@earworm/service-kit/postgres';
import { eventually, tamperedToken } from '@earworm/service-kit/testing';
import { FIRST_ADMIN } from '../../harness/prepared-data.js';
import { Socket } from '../../attack/target.js';
import type { Deployment } from './deployments.js';

const REALM = '/realms/earworm/protocol/openid-connect';
const WAVE = Buffer.from(`RIFF\x24\0\0\0WAVEfmt ${'\0'.repeat(32)}`, 'latin1');

/** Names and addresses that a person types, unique to the run. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly passwords: readonly [first: string, second: string, mistyped: string];
}

/** An HTTP client that adds every token and cookie it is answered to the secrets. */
function keepingHttp(baseUrl: string, secrets: Set<string>) {
  const http = createHttp({
    baseUrl,
    fetch: async (url, request) => {
      const response = await fetch(url, request);
      for (const cookie of response.headers.getSetCookie()) addCookie(secrets, cookie);
      return response;
    },
  });
  const keep = (tokens: Tokens): Tokens => {
    for (const token of [tokens.access_token, tokens.refresh_token, tokens.id_token]) if (token) secrets.add(token);
    return tokens;
  };
  return { http, keep };
}

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown'),
  );

/**
 * Signs up, mistypes, renews, resets the password by the link in the outbox, and uses the link twice. Adds every secret that
 * was typed, sent or answered. Returns an administrator's token and the link's own secret.
 */
export async function useAccount(baseUrl: string, person: Person, secrets: Set<string>) {
  const { name, email, passwords } = person;
  const [password, nextPassword, mistyped] = passwords;
  for (const secret of [name, email, ...passwords]) secrets.add(secret);
  const { http, keep } = keepingHttp(baseUrl, secrets);
  keep(await http.call('guest', { body: {} }));
  const account = keep(await http.call('signUp', { body: { displayName: name, email, password } }));
  const wrong = [
    http.call('signIn', { body: { email, password: mistyped } }),
    // Typed into the wrong field.
    http.call('signIn', { body: { email: password, password: email } }),
    http.call('signUp', { body: { displayName: name, email, password } }),
    http.call('refresh', { body: { refreshToken: tamperedToken(account.refresh_token, { sub: 'another-user' }) } }),
  ];
  expect(await Promise.all(wrong.map(refusal))).not.toContain('accepted');
  keep(await http.call('refresh', { body: { refreshToken: account.refresh_token } }));

  const admin = keep(await http.call('signIn', { body: FIRST_ADMIN }));
  secrets.add(FIRST_ADMIN.password).add(FIRST_ADMIN.email);
  const asAdmin = createHttp({ baseUrl, token: () => Promise.resolve(admin.access_token) });
  await http.call('reset', { body: { email } });
  const link = await eventually(async () => {
    const { mails } = await asAdmin.call('outbox');
    const found = /\?reset=(\S+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1];
    if (found === undefined) throw new Error('no mail with a link');
    return found;
  });
  secrets.add(link);
  await http.call('resetConfirm', { body: { token: link, password: nextPassword } });
  expect(await refusal(http.call('resetConfirm', { body: { token: link, password: mistyped } }))).not.toBe('accepted');
  return { asAdmin, link };
}

/**
 * Does what users, an administrator and an unauthorized client do with accounts, files and tokens, with the database failing at some of
 * it. Returns every secret that was typed, sent or answered.
 */
export async function wholeRun(deployment: Deployment, person: Person): Promise<Set<string>> {
  const baseUrl = deployment.urls[0] ?? '';
  const { name, email, passwords } = person;
  const [password, nextPassword, mistyped] = passwords;
  const secrets = new Set<string>(deployment.passwords);
  const { http, keep } = keepingHttp(baseUrl, secrets);
  const { asAdmin, link } = await useAccount(baseUrl, person, secrets);
  const user = keep(await http.call('signIn', { body: { email, password: nextPassword } }));
  const asUser = createHttp({ baseUrl, token: () => Promise.resolve(user.access_token) });
  const { gameId } = await asUser.call('createGame', {
    body: { requestId: newId(), moderatorName: name.slice(0, 20) },
  });
  const { stageKey } = await asUser.call('stageKey', { params: { gameId } });
  secrets.add(stageKey);
  await upload(baseUrl, asUser, secrets);
  await runEvent(asUser, person, secrets);
  await sockets(baseUrl, gameId, stageKey, user, secrets);
  await unauthorizedRequests(baseUrl, user);
  await signInByRedirect(baseUrl, { email, password: nextPassword, mistyped }, secrets);
  await withFailingDatabase(deployment, async () => {
    const failing = [
      http.call('signIn', { body: { email, password: nextPassword } }),
      http.call('signUp', { body: { displayName: name, email: `new-${email}`, password } }),
      http.call('refresh', { body: { refreshToken: user.refresh_token } }),
      http.call('resetConfirm', { body: { token: link, password } }),
      asAdmin.call('outbox'),
      asUser.call('myTemplates'),
    ];
    expect(await Promise.all(failing.map(refusal))).not.toContain('accepted');
  });
  await http.call('signOut', { body: { refreshToken: user.refresh_token } });
  return secrets;
}

function addCookie(secrets: Set<string>, line: string): void {
  const value = /^[^=]+=([^;]+)/.exec(line)?.[1];
  if (value !== undefined) secrets.add(value);
}

async function upload(baseUrl: string, http: ReturnType<typeof createHttp>, secrets: Set<string>): Promise<void> {
  const { uploadId, url, fields } = await http.call('startClipUpload', { body: { size: WAVE.length } });
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    body.set(field, value);
    if (/policy|signature|credential/i.test(field)) secrets.add(value);
  }
  body.set('file', new Blob([WAVE]), 'tune.wav');
  expect((await fetch(new URL(url, baseUrl), { method: 'POST', body })).ok).toBe(true);
  const { clipId } = await http.call('acceptClip', { params: { uploadId } });
  const { searchParams } = new URL((await http.call('clipAddress', { params: { clipId } })).url, baseUrl);
  for (const [field, value] of searchParams) if (/signature/i.test(field)) secrets.add(value);
}

/** What only an event has: names of it and of a room, an address of the crew, a link, and texts for the people there. */
async function runEvent(http: ReturnType<typeof createHttp>, { name, email }: Person, secrets: Set<string>) {
  const showId = ShowId.parse(randomUUID());
  const params = { showId };
  const facts = { name: `${name} 50`, place: `Hof ${name}`, startsAt: Date.now() + 3_600_000 };
  await http.call('createShow', {
    body: { showId, facts: { ...facts, timeZone: 'Europe/Berlin', peoplePerRoom: 20 } },
  });
  const row = { ownId: '1', number: 1, name: `Keller ${name}`, group: name, crewEmails: [`crew-${email}`] };
  await http.call('saveRooms', { params, body: { rows: [row] } });
  await http.call('prepareRooms', { params });
  const { roomId, gameId } = await eventually(async () => {
    const [room] = (await http.call('listRooms', { params })).rooms;
    if (room === undefined || room.gameId === null) throw new Error('the room has no game');
    return { ...room, gameId: room.gameId };
  });
  const inRoom = { showId, roomId };
  const { secret } = await http.call('createRoomLink', { params: inRoom });
  secrets.add(secret);
  const act = async (wanted: RoomAct) =>
    http.call('actInRoom', { params: inRoom, body: { after: gameId, commandId: randomUUID(), act: wanted } });
  await act({ type: 'announce', text: `${name} is here`, audience: ['players'], minutes: 5 });
  await act({ type: 'help', reason: `${name} called` });
  const watched = await http.call('roomStageKey', { params: { ...inRoom, gameId } });
  secrets.add(watched.stageKey);
}

async function sockets(baseUrl: string, gameId: string, stageKey: string, user: Tokens, secrets: Set<string>) {
  const seatSecret = randomUUID();
  secrets.add(seatSecret);
  const tampered = tamperedToken(user.access_token, { sub: 'another-user' });
  for (const wish of [
    { stageKey, as: 'stage' },
    { token: tampered },
    { token: 'x'.repeat(5_000) },
    { stageKey: 'short' },
  ]) {
    const socket = await Socket.open(baseUrl, {});
    socket.say({
      type: 'hello',
      protocol: PROTOCOL_VERSION,
      rules: RULES,
      as: 'player',
      gameId,
      token: user.access_token,
      ...wish,
    });
    if ('as' in wish) socket.give({ type: 'joinGame', name: 'Quittchen-77', seatSecret } as never);
    socket.say({ type: 'auth', token: tampered });
    await socket.closed();
  }
}

/** Tokens in the wrong places, and malformed ones. */
async function unauthorizedRequests(baseUrl: string, { access_token: token }: Tokens): Promise<void> {
  const paths = [`/api/history?token=${token}`, `/api/templates/${token}`, `/?access_token=${token}`, `/${token}`];
  for (const path of paths) await fetch(baseUrl + path);
  for (const authorization of [`Bearer ${tamperedToken(token, { sub: 'x' })}`, `Basic ${token}`, token])
    expect((await fetch(`${baseUrl}/api/history`, { headers: { authorization } })).status).toBe(401);
}

interface Typed {
  readonly email: string;
  readonly password: string;
  readonly mistyped: string;
}

/** At the pages of the embedded realm: once mistyped, then right, and the code traded twice. */
async function signInByRedirect(baseUrl: string, { email, password, mistyped }: Typed, secrets: Set<string>) {
  const browser = openBrowser({}, (line) => addCookie(secrets, line));
  const verifier = randomUUID() + randomUUID();
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url');
  secrets.add(verifier);
  const redirect = `${baseUrl}/`;
  const query = new URLSearchParams({
    client_id: 'earworm-web',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirect,
    state: newId(),
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const { url } = await browser.follow(`${baseUrl}${REALM}/auth?${query.toString()}`, `${baseUrl}/realms/`);
  await browser.visit(url, form({ email, password: mistyped }));
  const end = await browser.follow(url, `${baseUrl}/realms/`, form({ email, password }));
  const code = new URL(end.url.replace('#', '?')).searchParams.get('code') ?? '';
  expect(code).not.toBe('');
  secrets.add(code);
  const trade = { grant_type: 'authorization_code', client_id: 'earworm-web', redirect_uri: redirect, code };
  const [first, second] = [
    await fetch(`${baseUrl}${REALM}/token`, form({ ...trade, code_verifier: verifier })),
    await fetch(`${baseUrl}${REALM}/token`, form({ ...trade, code_verifier: verifier })),
  ];
  expect([first.ok, second.ok]).toEqual([true, false]);
  for (const token of Object.values((await first.json()) as Record<string, unknown>))
    if (typeof token === 'string' && token.length > 20) secrets.add(token);
}

const TABLES = ['identity.user_account', 'identity.refresh_session', 'identity.password_reset', 'identity.outbox_mail'];

/** Queries fail meanwhile, and their errors quote the parameters. */
async function withFailingDatabase(deployment: Deployment, work: () => Promise<void>): Promise<void> {
  const rename = (from: (table: string) => string, to: (table: string) => string) =>
    withClient(deployment.databaseUrl, async (client) => {
      for (const table of [...TABLES, 'library.template'])
        await client.query(`alter table ${from(table)} rename to ${to(table).split('.')[1]}`);
    });
  await rename(
    (table) => table,
    (table) => `${table}_away`,
  );
  try {
    await work();
  } finally {
    await rename(
      (table) => `${table}_away`,
      (table) => table,
    );
  }
}
