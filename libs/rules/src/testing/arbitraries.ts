import fc from 'fast-check';
import type { AnyCommand } from '../commands.js';
import type { CategoryId, ClipId, DeskId, GameCode, QuestionId, UserId, Version } from '../ids.js';
import { play, type Played } from './given-when-then.js';
import {
  absenceIsNoted,
  deskDisconnects,
  deskReconnects,
  draft,
  judges,
  later,
  MODERATOR,
  movesUser,
  musicDeskIsLost,
  notesSound,
  presses,
  question,
  runsTimer,
  step,
  takesMusic,
  user,
  type Step,
} from './steps.js';

/** Ids that a careless look-up would find on every object, or that change the order of an object's keys. */
const AWKWARD = ['constructor', '__proto__', 'toString', '1', '0'];
const userIds = fc.constantFrom('mo', 'ann', 'bob', 'cem', 'dora', ...AWKWARD).map(user);
const categoryIds = fc.constantFrom('tv', 'film', 'new', ...AWKWARD).map((id) => id as CategoryId);
const questionIds = fc.constantFrom('q100', 'q200', 'q75', 'q300', 'new', ...AWKWARD).map(question);
const texts = fc.oneof(
  fc.constantFrom('', '   ', 'Ann', 'ANN ', 'ßeta', 'SSETA', '\ud800', '\u0000', '\u200b', '👩‍👩‍👧‍👦', 'x'.repeat(21)),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const links = fc.oneof(
  fc.constantFrom('', 'https://youtu.be/dQw4w9WgXcQ?t=5', 'youtube.com/watch?v=dQw4w9WgXcQ&start=9&end=3', 'no link'),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const drafts = fc.record({
  youtubeLink: links,
  clipId: fc.option(fc.constant('clip-1' as ClipId)),
  youtubeSongName: texts,
  answer: texts,
  points: fc.constantFrom(0, 1, 5, 75, 100, 999_999),
});
const deskIds = fc.constantFrom('desk-1', 'desk-2', ...AWKWARD).map((id) => id as DeskId);
const songLengths = fc.integer({ min: 1, max: 400_000 });
const versions = fc.nat(60).map((n) => n as Version);
const settings = fc.record(
  {
    attempts: fc.constantFrom('unlimited', 'once'),
    musicOn: fc.constantFrom('desk', 'players'),
    picking: fc.constantFrom('confirmed', 'direct'),
    musicAfterWrong: fc.constantFrom('plays', 'waits'),
  },
  { requiredKeys: [] },
);
const basedOn = fc.option(
  fc.nat(60).map((n) => n as NonNullable<Extract<AnyCommand, { basedOn?: unknown }>['basedOn']>),
  { nil: undefined },
);

const types = <T extends AnyCommand['type'], F extends object>(
  type: T,
  fields: { [K in keyof F]: fc.Arbitrary<F[K]> },
): fc.Arbitrary<{ type: T } & F> => fc.record<F>(fields).map((rest) => ({ type, ...rest }));

/** Any command that its schema accepts, mostly about things that exist. */
export const commands: fc.Arbitrary<AnyCommand> = fc.oneof(
  types('createGame', {
    gameCode: fc.constant('ABC234' as GameCode),
    moderatorName: texts,
    settings,
    categories: fc.array(
      fc.record({
        categoryId: categoryIds,
        name: texts,
        questions: fc.array(
          fc.tuple(drafts, questionIds).map(([d, questionId]) => ({ ...d, questionId })),
          { maxLength: 3 },
        ),
      }),
      { maxLength: 3 },
    ),
  }),
  types('addCategory', { categoryId: categoryIds, name: texts }),
  types('renameCategory', { categoryId: categoryIds, name: texts, basedOn }),
  types('moveCategory', { categoryId: categoryIds, order: fc.nat(4) }),
  types('deleteCategory', { categoryId: categoryIds }),
  types('addQuestion', { categoryId: categoryIds, questionId: questionIds, question: drafts }),
  types('updateQuestion', { categoryId: categoryIds, questionId: questionIds, question: drafts, basedOn }),
  types('moveQuestion', {
    categoryId: categoryIds,
    questionId: questionIds,
    toCategoryId: categoryIds,
    order: fc.nat(4),
  }),
  types('deleteQuestion', { categoryId: categoryIds, questionId: questionIds }),
  types('changeSettings', { settings }),
  types('startGame', {}),
  types('completeGame', {}),
  types('selectQuestion', { categoryId: categoryIds, questionId: questionIds }),
  types('judgeAnswer', { questionId: questionIds, playerId: userIds, correct: fc.boolean() }),
  types('markUnanswered', { questionId: questionIds }),
  types('switchTimeTrial', { on: fc.boolean() }),
  types('pauseMusic', { questionId: questionIds, paused: fc.boolean() }),
  types('noteSong', { questionId: questionIds, lengthMs: songLengths, heardMs: fc.nat(400_000) }),
  types('undoVerdict', { verdict: versions }),
  types('changeVerdict', { questionId: questionIds, verdict: versions, correct: fc.boolean(), reason: texts }),
  types('changeScore', { playerId: userIds, gain: fc.integer({ min: -500, max: 500 }), reason: texts }),
  types('renamePlayer', { playerId: userIds, name: texts }),
  types('removePlayer', { playerId: userIds, ban: fc.boolean() }),
  types('requestSeat', { name: texts }),
  types('withdrawSeatRequest', {}),
  types('answerSeatRequest', { playerId: userIds, seat: fc.integer({ min: 1, max: 6 }), allow: fc.boolean() }),
  types('lapseSeatRequest', { playerId: userIds }),
  types('playAgain', { requestId: fc.constant('request-1') }),
  types('lockJoining', { locked: fc.boolean() }),
  types('leaveAsModerator', {}),
  types('rejoinAsModerator', {}),
  types('joinGame', { name: texts }),
  types('leaveGame', {}),
  types('rejoinGame', {}),
  types('buzz', { questionId: questionIds }),
  types('proposeQuestion', { questionId: questionIds }),
  types('withdrawProposal', {}),
  types('noteAbsence', {}),
  types('noteDeskDisconnected', { since: fc.nat(2 ** 41) }),
  types('noteDeskReconnected', {}),
  types('noteMusicDeskLost', { deskId: deskIds, since: fc.nat(2 ** 41) }),
  types('noteSound', { questionId: questionIds, sounding: fc.boolean() }),
  types('runTimer', { questionId: questionIds, running: fc.boolean() }),
  types('takeMusic', { deskId: deskIds, from: fc.option(deskIds) }),
  types('moveUser', { from: userIds, to: userIds }),
);

/** Anybody gives any command, at any time. */
export const wildSteps: fc.Arbitrary<Step> = fc.record({
  by: userIds,
  command: commands,
  after: fc.nat(20_000),
  waited: fc.nat(4_000),
  seatHash: fc.option(fc.constantFrom('hash-1', 'hash-2')),
  isAdmin: fc.boolean(),
  isServer: fc.constant(false),
});

/**
 * What somebody in a running game wants next. It becomes a step only when its turn comes, because "judge the first in
 * the queue" depends on who is.
 */
const WISHES = [
  ...(['press', 'press', 'press', 'press', 'press', 'press', 'press'] as const),
  'press',
  'press',
  'press',
  'press',
  'press',
  'press',
  'press',
  'judge',
  'judge',
  'judgeRight',
  'select',
  'select',
  'unanswered',
  'propose',
  'propose',
  'withdraw',
  'delete',
  'undo',
  'undo',
  'changeVerdict',
  'changeScore',
  'remove',
  'nameSet',
  'lock',
  'requestSeat',
  'requestSeat',
  'answerSeat',
  'endRequest',
  'pause',
  'song',
  'timeTrial',
  'leave',
  'leave',
  'rejoin',
  'rename',
  'move',
  'settings',
  'add',
  'update',
  'moveCategory',
  'moveQuestion',
  'absence',
  'desk',
  'desk',
  'musicDesk',
  'sound',
  'sound',
  'timer',
  'moveUser',
  'wild',
] as const;
export interface Wish {
  readonly what: (typeof WISHES)[number];
  readonly who: number;
  readonly flag: boolean;
  readonly after: number;
  readonly wild: Step;
}
const wishesOf = (whats: readonly Wish['what'][]): fc.Arbitrary<Wish> =>
  fc.record({
    what: fc.constantFrom(...whats),
    who: fc.nat(1000),
    flag: fc.boolean(),
    after: fc.nat(9_000),
    wild: wildSteps.filter(({ command }) => command.type !== 'completeGame' && command.type !== 'createGame'),
  });

export const wishes = wishesOf(WISHES);

const AROUND_A_VERDICT = [
  ...(['press', 'press', 'press', 'press', 'judge', 'judge', 'select', 'settings'] as const),
  ...(['press', 'press', 'press', 'press', 'judge', 'judge', 'select', 'select', 'unanswered'] as const),
  ...(['undo', 'undo', 'changeVerdict', 'changeScore', 'leave', 'rejoin', 'remove', 'nameSet', 'rename'] as const),
  ...(['requestSeat', 'requestSeat', 'answerSeat', 'answerSeat', 'endRequest'] as const),
  ...(['move', 'moveUser', 'timeTrial', 'settings', 'pause', 'song', 'desk', 'musicDesk', 'sound', 'timer'] as const),
  ...(['propose', 'propose', 'withdraw', 'delete'] as const),
] as const;
/** Long stories about verdicts and what is corrected of them. */
export const correctedStories: fc.Arbitrary<Wish[]> = fc.array(wishesOf(AROUND_A_VERDICT), {
  minLength: 40,
  maxLength: 80,
});

const AROUND_A_PICK = [
  ...(['press', 'press', 'judgeRight', 'judgeRight', 'select', 'select', 'propose', 'propose', 'propose'] as const),
  ...(['withdraw', 'delete', 'leave', 'rejoin', 'remove', 'undo', 'move', 'moveUser', 'rename', 'settings'] as const),
] as const;
/** Long stories about who picks, and what they propose. */
export const pickingStories: fc.Arbitrary<Wish[]> = fc.array(wishesOf(AROUND_A_PICK), {
  minLength: 40,
  maxLength: 80,
});

/** Songs, answers and links that occur nowhere else, so that a leak is found by looking for them. */
export const plantedDraft = (n: number) =>
  draft((n % 7) * 50, {
    youtubeLink: `https://youtu.be/vid${String(n).padStart(8, '0')}`,
    youtubeSongName: `<song ${n}>`,
    answer: `<answer ${n}>`,
  });

/** The step that a wish comes down to in this game; `n` is new for every step. */
function stepOf({ state, now }: Played, wish: Wish, n: number): Step {
  const game = state.status === 'none' || state.status === 'completed' ? null : state;
  if (game === null) return wish.wild;
  const players = game.players;
  const who: UserId = players[wish.who % Math.max(1, players.length)]?.id ?? MODERATOR;
  const current = game.status === 'playing' ? game.current : null;
  const categories = game.categories.filter(({ questions }) => questions.length > 0);
  const row = categories[wish.who % Math.max(1, categories.length)];
  const at: QuestionId = current?.questionId ?? row?.questions[wish.who % row.questions.length]?.id ?? question('q100');
  const moderator = (command: AnyCommand) => step(game.moderatorId, command);
  const where = { categoryId: row?.id ?? ('tv' as CategoryId), questionId: at };
  const steps: Record<Wish['what'], () => Step> = {
    press: () => ({ ...presses(who, at), waited: wish.flag ? wish.who * 4 : 0 }),
    judge: () => ({
      ...judges(current?.answerQueue[0]?.playerId ?? who, wish.flag && n % 3 === 0, at),
      by: game.moderatorId,
    }),
    judgeRight: () => ({ ...judges(current?.answerQueue[0]?.playerId ?? who, true, at), by: game.moderatorId }),
    select: () => moderator({ type: 'selectQuestion', ...where }),
    unanswered: () =>
      moderator(wish.flag ? { type: 'markUnanswered', questionId: at } : { type: 'buzz', questionId: at }),
    propose: () => {
      const open = categories.flatMap(({ questions }) => questions).filter(({ answered }) => !answered);
      const selector = game.status === 'playing' && wish.who % 5 > 0 ? (game.nextSelectorId ?? who) : who;
      return step(selector, {
        type: 'proposeQuestion',
        questionId: open[wish.who % Math.max(1, open.length)]?.id ?? at,
      });
    },
    withdraw: () => step((game.status === 'playing' ? game.nextSelectorId : null) ?? who, { type: 'withdrawProposal' }),
    delete: () =>
      wish.flag && n % 4 === 0
        ? moderator({ type: 'deleteCategory', categoryId: where.categoryId })
        : moderator({ type: 'deleteQuestion', ...where }),
    undo: () =>
      moderator({
        type: 'undoVerdict',
        verdict: ((game.status === 'playing' ? game.lastVerdict?.version : null) ?? 1) as Version,
      }),
    changeVerdict: () => {
      const judged = game.categories.flatMap(({ questions }) =>
        questions.flatMap(({ id, verdicts }) => verdicts.map((verdict) => ({ id, verdict }))),
      );
      const one = judged[wish.who % Math.max(1, judged.length)];
      return moderator({
        type: 'changeVerdict',
        questionId: one?.id ?? at,
        verdict: (one?.verdict.version ?? 1) as Version,
        correct: wish.flag,
        reason: 'A second look',
      });
    },
    changeScore: () => moderator({ type: 'changeScore', playerId: who, gain: wish.who - 500, reason: 'Sang along' }),
    remove: () => moderator({ type: 'removePlayer', playerId: who, ban: wish.flag && n % 2 === 0 }),
    nameSet: () => moderator({ type: 'renamePlayer', playerId: who, name: `Named ${n}` }),
    lock: () => moderator({ type: 'lockJoining', locked: wish.flag && n % 3 === 0 }),
    // By somebody without a seat, or with another one; of a few devices.
    requestSeat: () => ({
      ...step(
        wish.flag
          ? user(`phone${n % 6}`)
          : (players[(wish.who * 7 + n) % Math.max(1, players.length)]?.id ?? MODERATOR),
        { type: 'requestSeat', name: players.find(({ id }) => id === who)?.name ?? 'Nobody' },
      ),
      seatHash: `phone hash ${n}`,
      deviceHash: `device ${n % 9}`,
    }),
    answerSeat: () => {
      const request = game.seatRequests[wish.who % Math.max(1, game.seatRequests.length)];
      const playerId = request?.playerId ?? who;
      return moderator({ type: 'answerSeatRequest', playerId, seat: request?.seat ?? 1, allow: n % 4 > 0 });
    },
    endRequest: () => {
      const playerId = game.seatRequests[0]?.playerId ?? who;
      return wish.flag
        ? step(playerId, { type: 'withdrawSeatRequest' })
        : { ...step(user('server'), { type: 'lapseSeatRequest', playerId }), isServer: true };
    },
    pause: () => moderator({ type: 'pauseMusic', questionId: at, paused: wish.flag }),
    song: () =>
      moderator({
        type: 'noteSong',
        questionId: at,
        lengthMs: 1 + wish.who * 300,
        heardMs: wish.flag ? 0 : wish.who * 90,
      }),
    timeTrial: () => moderator({ type: 'switchTimeTrial', on: wish.flag }),
    leave: () => step(who, { type: 'leaveGame' }),
    rejoin: () => step(who, { type: 'rejoinGame' }),
    rename: () => step(who, { type: 'joinGame', name: `Renamed ${n}` }),
    move: () => ({
      ...step(user(`moved${n}`), { type: 'joinGame', name: `Moved ${n}` }),
      seatHash: `h${wish.who % 80}`,
    }),
    settings: () =>
      moderator({
        type: 'changeSettings',
        settings:
          n % 5 === 0
            ? { picking: wish.flag ? 'direct' : 'confirmed' }
            : wish.flag
              ? { attempts: n % 2 ? 'once' : 'unlimited' }
              : { musicOn: n % 2 ? 'players' : 'desk', musicAfterWrong: n % 3 ? 'waits' : 'plays' },
      }),
    add: () =>
      moderator({
        type: 'addQuestion',
        categoryId: where.categoryId,
        questionId: question(`added${n}`),
        question: plantedDraft(n),
      }),
    update: () => moderator({ type: 'updateQuestion', ...where, question: plantedDraft(n) }),
    moveCategory: () => moderator({ type: 'moveCategory', categoryId: where.categoryId, order: wish.who % 3 }),
    moveQuestion: () => {
      const open = row?.questions.filter(({ id, answered }) => !answered && id !== current?.questionId) ?? [];
      const to = wish.flag ? row : categories[(wish.who + n) % Math.max(1, categories.length)];
      return moderator({
        type: 'moveQuestion',
        categoryId: where.categoryId,
        questionId: open[(wish.who + n) % Math.max(1, open.length)]?.id ?? at,
        toCategoryId: to?.id ?? where.categoryId,
        order: n % 4,
      });
    },
    // To somebody new, to another player, or with the moderator's part.
    moveUser: () =>
      movesUser(
        n % 5 === 0 ? game.moderatorId : who,
        wish.flag ? `account${n}` : (players[(wish.who * 7 + n) % Math.max(1, players.length)]?.id ?? MODERATOR),
      ),
    absence: () => absenceIsNoted(),
    musicDesk: () => {
      const { musicDesk } = game;
      return wish.flag || musicDesk === null
        ? { ...takesMusic(`desk-${n % 2}`, musicDesk), by: game.moderatorId }
        : musicDeskIsLost(musicDesk, now - wish.who * 4);
    },
    sound: () => ({ ...notesSound(at, wish.flag), by: game.moderatorId }),
    timer: () => ({ ...runsTimer(at, wish.flag), by: game.moderatorId }),
    desk: () => (wish.flag ? deskDisconnects(now - wish.who * 4) : deskReconnects()),
    wild: () => wish.wild,
  };
  return later(wish.after / 1000, steps[wish.what]());
}

/** Plays wishes after a beginning; `watch` sees every step with the game before and after it. */
export function playWishes(
  beginning: Played,
  list: readonly Wish[],
  watch: (before: Played, after: Played, step: Step) => void = () => {},
): Played {
  return list.reduce((before, wish, n) => {
    const next = stepOf(before, wish, n);
    const after = play(before, next);
    watch(before, after, next);
    return after;
  }, beginning);
}
