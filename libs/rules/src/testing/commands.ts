import fc from 'fast-check';
import type { AnyCommand } from '../commands.js';
import type { CategoryId, ClipId, DeskId, GameCode, GameId, Version } from '../ids.js';
import { AUDIENCES, HELP_CATEGORIES, RIGHTS } from '../constants.js';
import { question, user, type Step } from './steps.js';
import { unicodeText } from './unicode-text.js';

/** Ids that a careless look-up would find on every object, or that change the order of an object's keys. */
const AWKWARD = ['constructor', '__proto__', 'toString', '1', '0'];
const userIds = fc.constantFrom('mo', 'ann', 'bob', 'cem', 'dora', ...AWKWARD).map(user);
const categoryIds = fc.constantFrom('tv', 'film', 'new', ...AWKWARD).map((id) => id as CategoryId);
const questionIds = fc.constantFrom('q100', 'q200', 'q75', 'q300', 'new', ...AWKWARD).map(question);
const texts = fc.oneof(
  fc.constantFrom('', '   ', 'Ann', 'ANN ', 'ßeta', 'SSETA', '\ud800', '\u0000', '\u200b', '👩‍👩‍👧‍👦', 'x'.repeat(21)),
  unicodeText(30),
);
const links = fc.oneof(
  fc.constantFrom('', 'https://youtu.be/dQw4w9WgXcQ?t=5', 'youtube.com/watch?v=dQw4w9WgXcQ&start=9&end=3', 'no link'),
  unicodeText(60),
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
    lockOutSeconds: fc.constantFrom(null, 1, 5),
    falseStart: fc.constantFrom(null, 2, 'out' as const),
    buzzOrder: fc.constantFrom(
      null,
      { mode: 'corrected', holdMs: 80, creditMs: 150 },
      { mode: 'level', holdMs: 250, creditMs: 0 },
      { mode: 'level', holdMs: 20, creditMs: 150, ties: 'allAnswer' },
    ),
    musicOn: fc.constantFrom('desk', 'players'),
    picking: fc.constantFrom('confirmed', 'direct'),
    musicAfterWrong: fc.constantFrom('plays', 'waits'),
    musicAfterRight: fc.constantFrom('stops', 'plays'),
    teamChoice: fc.constantFrom('players', 'moderator'),
    teamSize: fc.constantFrom(null, 1, 3),
    nameReview: fc.constantFrom('off', 'on'),
    blockedNames: fc.array(fc.constantFrom('Quizking', '!'), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const rights = fc.subarray([...RIGHTS], { minLength: 1 });
const teams = fc.integer({ min: 1, max: 4 });
const basedOn = fc.option(versions, { nil: undefined });

const otherGames = fc.constantFrom('game-1', 'game-2', 'game-3').map((id) => id as GameId);

const rooms = fc.record(
  {
    showId: fc.uuid(),
    roomId: fc.uuid(),
    name: texts,
    code: fc.constantFrom('ROOM22', 'ROOM33').map((code) => code as GameCode),
  },
  { requiredKeys: ['showId', 'roomId', 'name'] },
);

const boards = fc.array(
  fc.record({
    categoryId: categoryIds,
    name: texts,
    questions: fc.array(
      fc.tuple(drafts, questionIds).map(([d, questionId]) => ({ ...d, questionId })),
      { maxLength: 3 },
    ),
  }),
  { maxLength: 3 },
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
    categories: boards,
    teams: fc.option(fc.array(fc.record({ name: texts }), { maxLength: 3 }), { nil: undefined }),
  }),
  types('addCategory', { categoryId: categoryIds, name: texts }),
  types('renameCategory', { categoryId: categoryIds, name: texts, basedOn }),
  types('moveCategory', { categoryId: categoryIds, order: fc.nat(4) }),
  types('deleteCategory', { categoryId: categoryIds }),
  types('addQuestion', { categoryId: categoryIds, questionId: questionIds, question: drafts }),
  types('addQuestions', { categories: boards }),
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
  types('judgeAnswer', { questionId: questionIds, playerId: userIds, correct: fc.boolean(), buzz: basedOn }),
  types('markUnanswered', { questionId: questionIds }),
  types('switchTimeTrial', { on: fc.boolean() }),
  types('pauseMusic', { questionId: questionIds, paused: fc.boolean() }),
  types('noteSong', { questionId: questionIds, lengthMs: songLengths, heardMs: fc.nat(400_000) }),
  types('undoVerdict', { verdict: versions }),
  types('changeVerdict', { questionId: questionIds, verdict: versions, correct: fc.boolean(), reason: texts }),
  types('changeScore', { playerId: userIds, gain: fc.integer({ min: -500, max: 500 }), reason: texts }),
  types('undoScoreChange', { change: versions }),
  types('renamePlayer', { playerId: userIds, name: texts }),
  types('approveNames', {
    names: fc.array(fc.record({ playerId: userIds, name: texts }), { minLength: 1, maxLength: 3 }),
  }),
  types('reportName', { playerId: userIds }),
  types('keepName', { playerId: userIds, name: texts }),
  types('removePlayer', { playerId: userIds, ban: fc.boolean() }),
  types('requestSeat', { name: texts }),
  types('withdrawSeatRequest', {}),
  types('answerSeatRequest', { playerId: userIds, seat: fc.integer({ min: 1, max: 6 }), allow: fc.boolean() }),
  types('lapseSeatRequest', { playerId: userIds }),
  types('playAgain', { requestId: fc.constant('request-1') }),
  types('reopenGame', {}),
  types('pauseGame', {}),
  types('resumeGame', {}),
  types('giveDesk', { userId: userIds, reason: texts }),
  types('holdStart', {}),
  types('releaseStart', {}),
  types('reserveSeat', {
    playerId: userIds,
    name: texts,
    before: otherGames,
    teamName: fc.option(texts, { nil: undefined }),
    teamKey: fc.option(texts, { nil: undefined }),
  }),
  types('releaseSeat', { playerId: userIds }),
  types('sendPlayers', {
    playerIds: fc.array(userIds, { minLength: 1, maxLength: 3 }),
    next: fc.option(fc.record({ gameId: otherGames, code: fc.constant('ROOM44') })),
    calledBackFrom: fc.option(otherGames, { nil: undefined }),
  }),
  types('noteArrival', { playerIds: fc.array(userIds, { minLength: 1, maxLength: 3 }) }),
  types('lockJoining', { locked: fc.boolean() }),
  types('leaveAsModerator', {}),
  types('rejoinAsModerator', {}),
  types('joinGame', { name: texts }),
  types('leaveGame', {}),
  types('rejoinGame', {}),
  types('buzz', { questionId: questionIds, heardMs: fc.option(fc.double({ noNaN: true }), { nil: undefined }) }),
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
  types('addCrew', { userId: userIds, name: texts, rights, by: userIds }),
  types('inheritCrew', {
    creator: userIds,
    room: fc.option(rooms, { nil: undefined }),
    isHeld: fc.constantFrom<true | undefined>(true, undefined),
    teams: fc.option(
      fc.record({
        teams: fc.array(fc.record({ number: teams, name: texts, members: fc.array(userIds, { maxLength: 2 }) }), {
          maxLength: 2,
        }),
        settings: fc.record({ teamChoice: fc.constantFrom<'players' | 'moderator'>('players', 'moderator') }),
      }),
      { nil: undefined },
    ),
    members: fc.uniqueArray(fc.record({ userId: userIds, name: fc.constant('Co'), rights }), {
      selector: ({ userId }) => userId,
      ...{ minLength: 1, maxLength: 4 },
    }),
  }),
  types('setCrewRights', { userId: userIds, rights }),
  types('removeCrew', { userId: userIds }),
  types('leaveCrew', {}),
  types('takeOver', { deskId: fc.option(deskIds) }),
  types('giveBack', {}),
  types('askBack', {}),
  types('handOver', { userId: userIds, stays: fc.boolean() }),
  types('operatorTakesOver', { userId: userIds, name: texts, reason: texts }),
  types('operatorHelps', { userId: userIds, name: texts, reason: texts }),
  types('callForHelp', { category: fc.constantFrom(...HELP_CATEGORIES), text: texts }),
  types('withdrawHelp', {}),
  types('announce', {
    text: texts,
    audience: fc.subarray([...AUDIENCES], { minLength: 1 }),
    minutes: fc.integer({ min: 1, max: 240 }),
  }),
  types('endAnnouncement', { version: versions }),
  types('readAnnouncement', { version: versions }),
  types('addTeams', { names: fc.array(texts, { minLength: 1, maxLength: 3 }) }),
  types('renameTeam', { team: teams, name: texts }),
  types('removeTeam', { team: teams }),
  types('mergeTeams', { team: teams, into: teams }),
  types('joinTeam', { team: teams }),
  types('moveToTeam', { playerId: userIds, team: fc.option(teams) }),
  types('setCaptain', { team: teams, playerId: fc.option(userIds) }),
  types('nameOwnTeam', { name: texts }),
  types('dealTeams', { seed: fc.nat(0xffffffff) }),
  types('orderBuzzes', { hold: versions }),
  types('solveHelp', { by: userIds }),
  rooms.map((room) => ({ type: 'placeInRoom' as const, ...room })),
  types('replaceQuestions', { categories: boards }),
);

/** Any user issues any command, at any time. */
export const wildSteps: fc.Arbitrary<Step> = fc.record({
  by: userIds,
  command: commands,
  after: fc.nat(20_000),
  waited: fc.nat(4_000),
  seatHash: fc.option(fc.constantFrom('hash-1', 'hash-2')),
  isAdmin: fc.boolean(),
  isServer: fc.constant(false),
});
