import { randomUUID } from 'node:crypto';
import type { RouteInput, RouteName, RouteReply } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { anyAddress, newFeedback, reply } from '../http.js';
import { BOARD, type Place, play, Seat, STATES } from './played-game.js';

export const ADMIN = { email: 'admin@recorded.example', password: 'a-long-password' };
/** Of the product that stores them, also when it starts on them again: every user has their own address. */
export const ENV = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  TRUSTED_PROXIES: 'loopback',
  LIMIT_CREATE: '1000/600',
  LIMIT_JOIN: '1000/60',
};
const PASSWORD = 'a-long-password';
const ACCOUNTS = { mona: 'Mona', ada: 'Ada', bo: 'Bo', cleo: 'Cleo' } as const;
export const emailOf = (name: keyof typeof ACCOUNTS) => `${name}@recorded.example`;

/** What is known of the stored data, besides the data. */
export interface World {
  /** Access tokens, which have expired since; a spec with the signing key can sign them again. */
  readonly tokens: Readonly<Record<'admin' | 'guest' | keyof typeof ACCOUNTS, string>>;
  /** Games by the state that they are in. */
  readonly games: Readonly<Record<string, { readonly gameId: string; readonly gameCode: string }>>;
  readonly templateIds: readonly string[];
  readonly clipId: string;
  readonly feedbackIds: readonly string[];
  /** When everything had been made, ms since the epoch. */
  readonly until: number;
  readonly day: string;
}

const WAVE = Buffer.from(
  'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xac\0\0\x88\x58\x01\0\x02\0\x10\0data\0\0\0\0',
  'latin1',
);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const userIdIn = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub;
const hex = () => randomUUID().replaceAll('-', '');

/** People, games, templates, clips and everything else that the product stores, made through its routes and sockets. */
export async function makeWorld(place: Place): Promise<World> {
  const call = <N extends RouteName>(name: N, input: RouteInput<N>, token?: string): Promise<RouteReply<N>> =>
    reply(place.url, name, input, token);
  const guests = await call('guest', { body: {} });
  const tokens: Record<string, string> = { guest: guests.access_token };
  for (const name of ['mona', 'ada', 'bo', 'cleo'] as const) {
    const body = { displayName: ACCOUNTS[name], email: emailOf(name), password: PASSWORD };
    tokens[name] = (await call('signUp', { body })).access_token;
  }
  tokens['admin'] = (await call('signIn', { body: ADMIN })).access_token;
  const [mona = '', ada = '', bo = '', cleo = '', guest = '', admin = ''] = [
    'mona',
    'ada',
    'bo',
    'cleo',
    'guest',
    'admin',
  ].map((name) => tokens[name]);

  const { clipId } = await uploaded(place.url, call, mona);
  const games: Record<string, { gameId: string; gameCode: string }> = {};
  for (const [state, steps] of Object.entries(STATES)) {
    const body = { requestId: randomUUID(), moderatorName: 'Mona', categories: BOARD };
    const game = await call('createGame', { body }, mona);
    games[state] = game;
    // A guest and an account play in turn.
    const [one, other] = Object.keys(games).length % 2 === 0 ? [ada, guest] : [bo, ada];
    const moderator = await Seat.enter(place, game.gameId, mona, { as: 'moderator' });
    const first = await Seat.enter(place, game.gameId, one);
    const second = await Seat.enter(place, game.gameId, other);
    await first.does('joinGame', { name: 'Ada' });
    await second.does('joinGame', { name: 'Bo' });
    const ids = { firstId: userIdIn(one), secondId: userIdIn(other) };
    await play({ moderator, first, second, ...ids }, steps, []);
    for (const seat of [moderator, first, second]) seat.leave();
  }
  const starter = await call(
    'createGame',
    {
      body: { requestId: randomUUID(), moderatorName: 'Mona', quiz: 'starter', settings: { musicOn: 'players' } },
    },
    mona,
  );
  games['starterQuiz'] = starter;

  const templateIds = await templates(call, games['ended']?.gameId ?? '', clipId, { mona, ada });
  await call('reportTemplate', { params: { templateId: templateIds[0] ?? '' }, body: { reason: 'other' } }, bo);
  const started = await call(
    'startTemplate',
    {
      params: { templateId: templateIds[0] ?? '' },
      body: { requestId: randomUUID(), moderatorName: 'Bo' },
    },
    bo,
  );
  games['startedFromTemplate'] = started;

  const feedbackIds = [];
  for (const [token, type] of [
    [ada, 'bug'],
    [bo, 'feature'],
    [guest, 'general'],
  ] as const) {
    const uploadId = token === ada ? await screenshot(place.url, call, ada) : null;
    const feedback = { ...newFeedback(), type, uploadId };
    await call('submitFeedback', { body: feedback }, token);
    feedbackIds.push(feedback.feedbackId);
  }
  await call(
    'changeFeedback',
    {
      params: { feedbackId: feedbackIds[1] ?? '' },
      body: { status: 'resolved', replyNote: '=Thanks, "Bo"' },
    },
    admin,
  );

  const sessionId = hex();
  await call('beatSession', { body: { sessionId, language: 'de' } }, ada);
  await call('endSession', { body: { sessionId } });
  await call('beatSession', { body: { sessionId: hex(), language: 'en' } }, guest);
  await call('countViews', { body: { views: [{ path: '/', count: 3 }] } });
  await call('reportErrors', { body: { sessionId, errors: [ERROR] } }, ada);
  await call('disableAccount', { params: { userId: userIdIn(cleo) }, body: { reason: 'A test' } }, admin);
  await call('enableAccount', { params: { userId: userIdIn(cleo) }, body: { reason: 'The test is over' } }, admin);
  await call('exportFeedback', { body: {} }, admin);
  await call('reset', { body: { email: emailOf('ada') } });

  // Histories and figures follow the log of games.
  const { gameId: ended = '' } = games['ended'] ?? {};
  await eventually(() => call('gameResult', { params: { gameId: ended } }, mona));
  return {
    tokens: { admin, mona, ada, bo, cleo, guest },
    ...{ games, templateIds, clipId, feedbackIds },
    until: Date.now(),
    day: new Date().toISOString().slice(0, 10),
  };
}

type Call = <N extends RouteName>(name: N, input: RouteInput<N>, token?: string) => Promise<RouteReply<N>>;

/** A published one with a clip, its copy, one read from a file, and one taken down. */
async function templates(
  call: Call,
  gameId: string,
  clipId: string,
  { mona, ada }: Readonly<Record<'mona' | 'ada', string>>,
): Promise<string[]> {
  const [published = '', copy = '', imported = '', draft = ''] = Array.from({ length: 4 }, () => randomUUID());
  await call('templateFromGame', { body: { templateId: published, gameId, title: 'Tunes of the evening' } }, mona);
  const params = { templateId: published };
  const changed = [{ ...BOARD[0]!, questions: [{ ...BOARD[0]!.questions[0]!, youtubeLink: '', clipId }] }];
  await call('saveTemplate', { params, body: { saveId: randomUUID(), basedOn: 1, changed } }, mona);
  await call('publishTemplate', { params, body: { published: true } }, mona);
  await call('copyTemplate', { params, body: { copyId: copy } }, ada);
  const plain = { title: 'Tunes-of-the-evening', description: '', language: null, tags: [] };
  await call('createTemplate', { body: { templateId: imported, facts: plain } }, ada);
  const own = { params: { templateId: imported }, body: { saveId: randomUUID(), basedOn: 1, changed: [...BOARD] } };
  await call('saveTemplate', own, ada);
  const facts = { title: 'A draft', description: 'Müßig, “quoted”', language: 'de', tags: ['eighties'] };
  await call('createTemplate', { body: { templateId: draft, facts } }, ada);
  return [published, copy, imported, draft];
}

async function put(baseUrl: string, to: { url: string; fields: Record<string, string> }, file: Blob, name: string) {
  const form = new FormData();
  for (const [field, value] of Object.entries(to.fields)) form.set(field, value);
  form.set('file', file, name);
  const { ok, status } = await fetch(new URL(to.url, baseUrl), { method: 'POST', body: form, headers: anyAddress() });
  if (!ok) throw new Error(`${name} was refused with ${status}`);
}

async function uploaded(baseUrl: string, call: Call, token: string): Promise<{ clipId: string }> {
  const upload = await call('startClipUpload', { body: { size: WAVE.length } }, token);
  await put(baseUrl, upload, new Blob([WAVE]), 'tune.wav');
  return call('acceptClip', { params: { uploadId: upload.uploadId } }, token);
}

async function screenshot(baseUrl: string, call: Call, token: string): Promise<string> {
  const wish = { fileName: 'screen.png', contentType: 'image/png', size: PNG.length };
  const upload = await call('startScreenshotUpload', { body: wish }, token);
  await put(baseUrl, upload, new Blob([PNG], { type: 'image/png' }), 'screen.png');
  return upload.uploadId;
}

const ERROR = {
  ...{ message: 'broken', name: 'Error', stack: 'Error: broken', source: 'error' as const, additionalInfo: '' },
  ...{ agoMs: 0, count: 2, url: '/', referrer: '', viewportWidth: 1, viewportHeight: 1 },
};
