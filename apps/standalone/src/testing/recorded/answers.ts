import type { RouteInput, RouteName } from '@earworm/contracts';
import { send } from '../http.js';
import { type Place, Seat } from './played-game.js';
import { ADMIN, emailOf, userIdIn, type World } from './world.js';

/** What changes with every request: signatures, and when something was asked. */
const VOLATILE = new Set([
  'access_token',
  'refresh_token',
  'now',
  'stageKey',
  'expiresAt',
  'expires_in',
  'uptimeMs',
  'lastSeenAt',
  'signInEndpoints',
  'lanUrl',
]);
const withoutVolatile = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, each: unknown) => {
      if (VOLATILE.has(key)) return `<${key}>`;
      // A signed address: what it leads to stays.
      return typeof each === 'string' && /^(https?:\/)?\/[^ ]*\?.*(signature|expires)/i.test(each)
        ? `${each.split('?', 1)[0]}?<signed>`
        : each;
    }),
  );

/** Without the entries of the reading itself. */
const upTo = (until: number, answer: object): unknown =>
  JSON.parse(
    JSON.stringify(answer, (key, each: unknown) =>
      key === 'entries' ? (each as { at: number }[]).filter(({ at }) => at <= until) : each,
    ),
  );

export interface Figures {
  readonly status: number;
  readonly body: { readonly countedUntil: number; readonly days: unknown };
}

const figuresOf = ({ day }: World) => ({ query: { from: day, to: day, timeZone: 'UTC' } });

/** The answer of the route `analytics`, which loads no game. */
export async function readFigures(place: Place, world: World, tokens: World['tokens']): Promise<Figures> {
  const response = await send(place.url, 'analytics', figuresOf(world), tokens.admin);
  return { status: response.status, body: (await response.json()) as Figures['body'] };
}

/**
 * Every answer that shows what is stored, for each of the people who may read it, by route, person and what was asked; also
 * the snapshot of every game in each role. `tokens` are those of the world, good for now.
 */
export async function readAnswers(
  place: Place,
  world: World,
  tokens: World['tokens'],
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const ask = async <N extends RouteName>(
    name: N,
    input: RouteInput<N>,
    who: keyof World['tokens'] | null,
    what = '',
  ): Promise<void> => {
    const response = await send(place.url, name, input, who === null ? undefined : tokens[who]);
    const body: unknown = await response.json().catch(() => null);
    const answer = { status: response.status, body: withoutVolatile(body) };
    answers[[name, who ?? 'nobody', what].join(' ').trim()] =
      name === 'exportAudit' ? upTo(world.until, answer) : answer;
  };
  // Before a game is loaded, which its new owner claims with an event.
  await ask('pastGames', {}, 'admin');
  await ask('analytics', figuresOf(world), 'admin');
  for (const [state, { gameId, gameCode }] of Object.entries(world.games)) {
    await ask('joinInfoByCode', { params: { gameCode } }, null, state);
    await ask('joinInfo', { params: { gameId }, query: { name: 'Ada' } }, 'ada', state);
    await ask('gameResult', { params: { gameId } }, 'ada', state);
    await ask('roster', { params: { gameId } }, 'mona', state);
    await ask('stageKey', { params: { gameId } }, 'mona', state);
    for (const [who, wish] of [
      ['mona', { as: 'moderator' }],
      ['ada', {}],
      ['guest', {}],
      ['admin', { as: 'observer' }],
    ] as const) {
      answers[`snapshot ${who} ${state}`] = await Seat.enter(place, gameId, tokens[who], wish).then(
        (seat) => {
          seat.leave();
          return withoutVolatile(seat.received.snapshot);
        },
        // Another user's game.
        (error: Error) => error.message,
      );
    }
  }
  for (const who of ['mona', 'ada', 'bo', 'guest'] as const) {
    await ask('history', {}, who);
    await ask('history', { query: { list: 'moderated' } }, who, 'moderated');
    await ask('myTemplates', {}, who);
  }
  for (const templateId of world.templateIds) {
    const what = String(world.templateIds.indexOf(templateId));
    for (const who of ['mona', 'ada', 'admin'] as const) {
      await ask('readTemplate', { params: { templateId } }, who, what);
      await ask('readTemplateContent', { params: { templateId } }, who, what);
      await ask('exportTemplate', { params: { templateId }, query: { format: 'csv' } }, who, `${what} csv`);
      await ask('exportTemplate', { params: { templateId }, query: { format: 'json' } }, who, `${what} json`);
    }
  }
  await ask('browseTemplates', {}, 'ada');
  await ask('browseTemplates', { query: { q: 'evening' } }, 'guest', 'evening');
  await ask('clipAddress', { params: { clipId: world.clipId } }, 'ada');
  for (const feedbackId of world.feedbackIds)
    await ask('readScreenshot', { params: { feedbackId } }, 'admin', String(world.feedbackIds.indexOf(feedbackId)));
  // What the browser writes its CSV files of.
  await ask('exportAudit', { body: {} }, 'admin');
  await ask('exportFeedback', { body: {} }, 'admin');
  await ask('listFeedback', { query: { search: 'bo' } }, 'admin', 'bo');
  await ask('templateReports', {}, 'admin');
  await ask('outbox', {}, 'admin');
  await ask('listAccounts', {}, 'admin');
  for (const who of ['mona', 'ada', 'bo', 'guest'] as const) {
    await ask('readAccount', { params: { userId: userIdIn(tokens[who]) } }, 'admin', who);
    await ask('accountGames', { params: { userId: userIdIn(tokens[who]) } }, 'admin', who);
  }
  await ask('guestMoves', {}, 'ada');
  await ask('templateSchema', {}, null);
  // Stored passwords are good.
  await ask('signIn', { body: { email: emailOf('ada'), password: ADMIN.password } }, null);
  await ask('signIn', { body: { email: emailOf('ada'), password: 'a-wrong-password' } }, null, 'wrong');
  return answers;
}
