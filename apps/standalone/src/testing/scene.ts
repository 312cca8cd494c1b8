import { randomUUID } from 'node:crypto';
import type { RoomId, RouteInput, RouteName, RouteReply, ShowId, Tokens } from '@earworm/contracts';
import { RawSocket } from '@earworm/gateway/testing';
import { eventually, resignedToken, tamperedToken } from '@earworm/service-kit/testing';
import { anyAddress, newFeedback, reply } from './http.js';
import type { RoleName } from './roles.js';
import { ADMIN, type RunningProduct } from './running-product.js';

export interface Scene {
  /** Undefined for roles without one. */
  readonly tokens: Readonly<Record<RoleName, string | undefined>>;
  /** Signs in with it, and has no role in the table. */
  readonly account: { readonly email: string; readonly password: string };
  /** The guest's, which may be used any number of times. */
  readonly refreshToken: string;
  /** The token of one more guest. */
  newGuest(): Promise<string>;
  newAccount(): { email: string; password: string };
  /** A registered user whom no role of the table is, for administrators to act on. */
  readonly targetUserId: string;
  /** The moderator's, with the player in it. */
  readonly gameId: string;
  readonly gameCode: string;
  /** A game that administrators take over. */
  readonly gameInNeedId: string;
  readonly stageKey: string;
  /** The moderator's, published. */
  readonly templateId: string;
  /** One more of the moderator's. */
  newTemplate(): Promise<string>;
  /** Of an audio file that the moderator has put there, and what became of it. */
  readonly uploadId: string;
  readonly clipId: string;
  readonly feedbackId: string;
  /** A link to the crew of that game. */
  readonly linkId: string;
  /** With its secret, to the crew of another game: it is looked at, and never used. */
  readonly crewLink: string;
  /** One more link, to the crew of another game of the moderator's. */
  newCrewLink(): Promise<string>;
  /** An event of the moderator's, and its only room, which has its game. */
  readonly showId: ShowId;
  readonly roomId: RoomId;
  /** An event of the other moderator's. */
  readonly otherShowId: ShowId;
}

const password = 'a-long-password';
const newAccount = () => ({ email: `${randomUUID()}@roles.example`, password });
const WAVE = Buffer.from(
  'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xac\0\0\x88\x58\x01\0\x02\0\x10\0data\0\0\0\0',
  'latin1',
);

const QUESTION = {
  youtubeLink: 'https://youtu.be/dQw4w9WgXcQ',
  youtubeSongName: 'Song',
  answer: 'Answer',
  points: 100,
};
export const CATEGORIES = [
  {
    categoryId: 'category-1',
    name: 'One',
    questions: [1, 2, 3].map((number) => ({ questionId: `question-${number}`, ...QUESTION })),
  },
];

export const SHOW_FACTS = { name: 'Quiz night', startsAt: 4_000_000_000_000, timeZone: 'UTC', peoplePerRoom: 20 };
export const ROOM_ROW = { ownId: '1', number: 1, name: 'Main hall' };

/** A person for each role, a game, and everything else that the tables speak of. */
export async function prepareScene(product: RunningProduct): Promise<Scene> {
  const call = <N extends RouteName>(name: N, input: RouteInput<N>, token?: string): Promise<RouteReply<N>> =>
    reply(product.url, name, input, token);
  const account = newAccount();
  const signUp = async () =>
    (await call('signUp', { body: { displayName: 'Somebody', ...newAccount() } })).access_token;
  const [guest, leaver, targetUser, registered, otherModerator, player, moderator, admin] = await Promise.all([
    call('guest', { body: {} }),
    call('guest', { body: {} }),
    signUp(),
    signUp(),
    signUp(),
    signUp(),
    signUp(),
    call('signIn', { body: ADMIN }).then(({ access_token }) => access_token),
    call('signUp', { body: { displayName: 'Somebody', ...account } }),
  ]);
  const newGame = (token: string) =>
    call('createGame', { body: { requestId: randomUUID(), moderatorName: 'Maria', categories: CATEGORIES } }, token);
  const [{ gameId, gameCode }, { gameId: ofCrew }, bad] = await Promise.all([
    newGame(moderator),
    newGame(moderator),
    badTokens(product, admin, guest.access_token, leaver),
    newGame(otherModerator),
  ]);
  const { gameId: gameInNeedId } = await newGame(otherModerator);
  const linkTo = (id: string) => {
    const body = { rights: ['people' as const], purpose: 'co-host' as const };
    return call('createCrewLink', { params: { gameId: id }, body }, moderator);
  };
  const newCrewLink = async () => {
    const { linkId, secret } = await linkTo(ofCrew);
    return `${linkId}.${secret}`;
  };
  const newTemplate = () => templateOf(call, gameId, moderator);
  const crewLink = await newCrewLink();
  const [{ stageKey }, { linkId }, templateId, clip, event, { showId: otherShowId }] = await Promise.all([
    call('stageKey', { params: { gameId } }, moderator),
    linkTo(gameId),
    newTemplate(),
    upload(product.url, call, moderator),
    prepareEvent(call, moderator, 2),
    prepareEvent(call, otherModerator, 1),
    joinGame(product, gameId, player),
  ]);
  const feedback = newFeedback();
  await call('submitFeedback', { body: feedback }, leaver.access_token);
  await call('signOut', { body: { refreshToken: leaver.refresh_token } });
  // The history follows the log of games.
  await eventually(() => call('gameResult', { params: { gameId } }, player));
  return {
    tokens: { ...bad, guest: guest.access_token, registered, otherModerator, player, moderator, admin },
    refreshToken: guest.refresh_token,
    newGuest: async () => (await call('guest', { body: {} })).access_token,
    ...{ account, newAccount, targetUserId: userIdIn(targetUser), gameId, gameCode, gameInNeedId, ...clip },
    stageKey,
    ...{ templateId, newTemplate, linkId, crewLink, newCrewLink, ...event, otherShowId },
    feedbackId: feedback.feedbackId,
  };
}

/** With other claims and the product's own signature. */
export async function resigned({ row }: RunningProduct, token: string, claims: object): Promise<string> {
  const { value: key } = await row<{ value: Parameters<typeof resignedToken>[1] }>(
    `select value from identity.signing_secret where name = 'signing-key'`,
  );
  return resignedToken(token, key, { ...claims });
}

/** Each would be an administrator's, were it not for the one thing that is wrong with it. */
async function badTokens(product: RunningProduct, admin: string, guest: string, leaver: Tokens) {
  const now = Math.floor(Date.now() / 1000);
  const [expired, wrongIssuer, wrongAudience] = await Promise.all([
    resigned(product, admin, { iat: now - 600, exp: now - 60 }),
    resigned(product, admin, { iss: 'http://elsewhere.example/realms/earworm' }),
    resigned(product, admin, { aud: 'account' }),
  ]);
  const tampered = tamperedToken(guest, { realm_access: { roles: ['registered', 'admin'] } });
  return { anonymous: undefined, expired, wrongIssuer, wrongAudience, tampered, signedOut: leaver.access_token };
}

/** Whose token it is. */
export const userIdIn = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub;

type Call = <N extends RouteName>(name: N, input: RouteInput<N>, token?: string) => Promise<RouteReply<N>>;

/** Events, of which an account may have two; the first has a room. */
async function prepareEvent(call: Call, token: string, count: 1 | 2) {
  const showId = randomUUID() as ShowId;
  for (const each of [showId, randomUUID() as ShowId].slice(0, count))
    await call('createShow', { body: { showId: each, facts: SHOW_FACTS } }, token);
  await call('saveRooms', { params: { showId }, body: { rows: [ROOM_ROW] } }, token);
  await call('prepareRooms', { params: { showId } }, token);
  const room = await eventually(async () => {
    const { rooms } = await call('listRooms', { params: { showId } }, token);
    const ready = rooms.find(({ state }) => state === 'ready');
    if (ready === undefined) throw new Error('the room has no game yet');
    return ready;
  });
  return { showId, roomId: room.roomId };
}

async function templateOf(call: Call, gameId: string, token: string): Promise<string> {
  const templateId = randomUUID();
  await call('templateFromGame', { body: { templateId, gameId, title: 'Tunes' } }, token);
  await call('publishTemplate', { params: { templateId }, body: { published: true } }, token);
  return templateId;
}

async function upload(baseUrl: string, call: Call, token: string) {
  const { uploadId, url, fields } = await call('startClipUpload', { body: { size: WAVE.length } }, token);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([WAVE]), 'tune.wav');
  const { ok, status } = await fetch(new URL(url, baseUrl), { method: 'POST', body: form, headers: anyAddress() });
  if (!ok) throw new Error(`the audio file was refused with ${status}`);
  const { clipId } = await call('acceptClip', { params: { uploadId } }, token);
  return { uploadId, clipId };
}

export async function joinGame({ socketUrl }: RunningProduct, gameId: string, token: string): Promise<void> {
  const socket = await RawSocket.open(socketUrl, { headers: anyAddress() });
  socket.hello({ gameId, token });
  await socket.until(() => socket.received.some(({ type }) => type === 'snapshot'));
  socket.send({ type: 'command', id: randomUUID(), command: { type: 'joinGame', name: 'Paula' } });
  await socket.until(() => socket.of('answer').some(({ ok }) => ok));
  socket.close();
}
