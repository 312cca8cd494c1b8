import type { AnyCommand, CreateGame } from '../commands.js';
import { inheritCrewOf } from '../crew/inherit.js';
import type { CategoryId, DeskId, GameCode, GameId, QuestionId, UserId, Version } from '../ids.js';
import { type Audience, AUDIENCES, type Right, RIGHTS } from '../constants.js';
import type { BuzzTiming } from '../fairness/timing.js';
import type { Game, Settings } from '../state.js';

/** A user gives a command, `after` ms after the step before it. */
export interface Step {
  readonly by: UserId;
  readonly command: AnyCommand;
  readonly after: number;
  /** How long a buzz was on its way to the decision, ms. */
  readonly waited?: number;
  /** What the gateway measured of a buzz. */
  readonly timing?: BuzzTiming;
  /** By which level buzzes are drawn. */
  readonly seed?: number;
  readonly seatHash?: string | null;
  readonly deviceHash?: string;
  readonly nextGameId?: GameId | null;
  readonly isAdmin?: boolean;
  readonly isServer?: boolean;
  /** The event of whose staff the user is. */
  readonly staffOf?: string;
}

/** Ids for specs: plain words in, the branded id out. */
export const user = (word: string): UserId => word as UserId;
export const category = (word: string): CategoryId => word as CategoryId;
export const question = (word: string): QuestionId => word as QuestionId;

export const MODERATOR = user('mo');
const STEP_MS = 1000;

export const step = (by: UserId, command: AnyCommand): Step => ({ by, command, after: STEP_MS });
/** The same step, so many seconds after the one before it. */
export const later = (seconds: number, given: Step): Step => ({ ...given, after: seconds * 1000 });
const moderator = (command: AnyCommand): Step => step(MODERATOR, command);

type WholeDraft = (AnyCommand & { type: 'addQuestion' })['question'];

export const draft = (points: number, change: Partial<WholeDraft> = {}): WholeDraft => ({
  youtubeLink: 'https://youtu.be/dQw4w9WgXcQ',
  clipId: null,
  youtubeSongName: 'Never Gonna Give You Up',
  answer: 'Rick Astley',
  ...change,
  points,
});

/** A game of this moderator with these questions. */
export const createsAs = (moderatorName: string, categories: CreateGame['categories'] = []): Step =>
  moderator({ type: 'createGame', gameCode: 'ABC234' as GameCode, moderatorName, settings: {}, categories });

/** A game of two categories: `tv` with q100, q200, q75 and `film` with q300. Question ids say their points. */
export const creates = (settings: Partial<Settings> = {}, timeTrialMode?: boolean, teams?: CreateGame['teams']): Step =>
  moderator({
    type: 'createGame',
    gameCode: 'ABC234' as GameCode,
    moderatorName: 'Mo',
    settings,
    timeTrialMode,
    categories: [
      { categoryId: category('tv'), name: 'TV', questions: [100, 200, 75].map(boardQuestion) },
      { categoryId: category('film'), name: 'Film', questions: [300].map(boardQuestion) },
    ],
    ...(teams && { teams }),
  });
/** The game of a room of an event, which has these teams: names, or names with keys. */
export const createsWithTeams = (...teams: readonly (string | readonly [name: string, key: string])[]): Step =>
  creates(
    {},
    undefined,
    teams.map((team) => (typeof team === 'string' ? { name: team } : { name: team[0], key: team[1] })),
  );
const boardQuestion = (points: number) => ({
  ...draft(points, { answer: `Answer ${points}`, youtubeSongName: `Song ${points}` }),
  questionId: question(`q${points}`),
});

export const joins = (who: string, name: string = who): Step => step(user(who), { type: 'joinGame', name });
export const leaves = (who: string): Step => step(user(who), { type: 'leaveGame' });
export const rejoins = (who: string): Step => step(user(who), { type: 'rejoinGame' });
export const buzzes = (who: string, id: string): Step => step(user(who), { type: 'buzz', questionId: question(id) });
/** Also of a buzz that was touched so many ms before it arrived, as its phone says, with this bound and round trip. */
export const buzzesLate = (who: string, id: string, agoMs: number, errorMs = 5, roundTripMs = 150): Step => ({
  ...buzzes(who, id),
  timing: { agoMs, errorMs, roundTripMs, venueMs: null },
});
/** On a phone that plays the song itself, and had played it for so long. */
export const buzzesHearing = (who: string, id: string, heardMs: number, agoMs = 0): Step => ({
  ...buzzesLate(who, id, agoMs),
  command: { type: 'buzz', questionId: question(id), heardMs },
});
/** The owner ends the hold that this version began. */
export const ordersBuzzes = (hold: number): Step => server({ type: 'orderBuzzes', hold: hold as Version });
export const proposes = (who: string, id: string): Step =>
  step(user(who), { type: 'proposeQuestion', questionId: question(id) });
export const withdraws = (who: string): Step => step(user(who), { type: 'withdrawProposal' });
export const starts = (): Step => moderator({ type: 'startGame' });
export const completes = (): Step => moderator({ type: 'completeGame' });
export const pausesGame = (): Step => moderator({ type: 'pauseGame' });
export const resumesGame = (): Step => moderator({ type: 'resumeGame' });
/** By an operator of the event that the room is in. */
const staff = (command: AnyCommand): Step => ({ ...step(user('olga'), command), staffOf: ROOM.showId });
export const holdsStart = (): Step => staff({ type: 'holdStart' });
export const givesDesk = (to: string, reason = 'The laptop died', by = 'olga'): Step => ({
  ...staff({ type: 'giveDesk', userId: user(to), reason }),
  by: user(by),
});
export const OTHER_GAME = 'game-2' as GameId;
/** A player of another game is chosen for this one. */
export const reservesSeat = (who: string, name = who, teamName?: string, before = OTHER_GAME, teamKey?: string): Step =>
  staff({
    ...{ type: 'reserveSeat', playerId: user(who), name, before },
    ...(teamName !== undefined && { teamName }),
    ...(teamKey !== undefined && { teamKey }),
  });
export const releasesSeat = (who: string): Step => staff({ type: 'releaseSeat', playerId: user(who) });
export const sendsPlayers = (who: readonly string[], next = OTHER_GAME): Step =>
  staff({ type: 'sendPlayers', playerIds: who.map(user), next: { gameId: next, code: 'ROOM44' } });
export const callsBack = (who: readonly string[], calledBackFrom = OTHER_GAME): Step =>
  staff({ type: 'sendPlayers', playerIds: who.map(user), next: null, calledBackFrom });
export const notesArrival = (...who: readonly string[]): Step =>
  staff({ type: 'noteArrival', playerIds: who.map(user) });
export const releasesStart = (): Step => staff({ type: 'releaseStart' });
export const reopens = (): Step => moderator({ type: 'reopenGame' });
export const selects = (id: string, categoryId = id === 'q300' ? 'film' : 'tv'): Step =>
  moderator({ type: 'selectQuestion', categoryId: category(categoryId), questionId: question(id) });
export const judges = (who: string, correct: boolean, id: string): Step =>
  moderator({ type: 'judgeAnswer', questionId: question(id), playerId: user(who), correct });
export const marksUnanswered = (id: string): Step => moderator({ type: 'markUnanswered', questionId: question(id) });
export const switchesTimeTrial = (on: boolean): Step => moderator({ type: 'switchTimeTrial', on });
export const pausesMusic = (paused: boolean, id: string): Step =>
  moderator({ type: 'pauseMusic', questionId: question(id), paused });
export const notesSong = (id: string, lengthMs: number, heardMs: number): Step =>
  moderator({ type: 'noteSong', questionId: question(id), lengthMs, heardMs });
export const undoes = (verdict: number): Step => moderator({ type: 'undoVerdict', verdict: verdict as Version });
export const changesVerdict = (id: string, verdict: number, correct: boolean, reason = 'It was right.'): Step =>
  moderator({ type: 'changeVerdict', questionId: question(id), verdict: verdict as Version, correct, reason });
export const changesScore = (who: string, gain: number, reason = 'Sang along.'): Step =>
  moderator({ type: 'changeScore', playerId: user(who), gain, reason });
export const undoesScoreChange = (change: number): Step =>
  moderator({ type: 'undoScoreChange', change: change as Version });
export const approves = (...names: readonly (readonly [who: string, name: string])[]): Step =>
  moderator({ type: 'approveNames', names: names.map(([who, name]) => ({ playerId: user(who), name })) });
/** `name`: as it was read; absent from older pages. */
export const reportsName = (who: string, of: string, name?: string): Step =>
  step(user(who), { type: 'reportName', playerId: user(of), ...(name !== undefined && { name }) });
export const keepsName = (who: string, name: string): Step =>
  moderator({ type: 'keepName', playerId: user(who), name });
export const renames = (who: string, name: string): Step =>
  moderator({ type: 'renamePlayer', playerId: user(who), name });
export const removes = (who: string): Step => moderator({ type: 'removePlayer', playerId: user(who), ban: false });
export const bans = (who: string): Step => moderator({ type: 'removePlayer', playerId: user(who), ban: true });
export const locksJoining = (locked: boolean): Step => moderator({ type: 'lockJoining', locked });
/** Asks for the seat with this name, from a browser with this secret, on this device. */
export const requestsSeat = (who: string, name: string, seatHash = `hash of ${who}`, deviceHash?: string): Step => ({
  ...step(user(who), { type: 'requestSeat', name }),
  seatHash,
  ...(deviceHash === undefined ? {} : { deviceHash }),
});
export const withdrawsSeatRequest = (who: string): Step => step(user(who), { type: 'withdrawSeatRequest' });
export const allowsSeat = (who: string, seat: number): Step =>
  moderator({ type: 'answerSeatRequest', playerId: user(who), seat, allow: true });
export const refusesSeat = (who: string, seat: number): Step =>
  moderator({ type: 'answerSeatRequest', playerId: user(who), seat, allow: false });
/** The service itself notices that the player no longer waits. */
export const seatRequestLapses = (who: string): Step => ({
  ...step(user('server'), { type: 'lapseSeatRequest', playerId: user(who) }),
  isServer: true,
});
export const playsAgain = (next: GameId | null): Step => ({
  ...moderator({ type: 'playAgain', requestId: 'request-1' }),
  nextGameId: next,
});
export const moderatorLeaves = (): Step => moderator({ type: 'leaveAsModerator' });
export const moderatorRejoins = (): Step => moderator({ type: 'rejoinAsModerator' });
export const changesSettings = (settings: Partial<Settings>): Step => moderator({ type: 'changeSettings', settings });
/** The service itself notices that the moderator is out of sight. */
export const absenceIsNoted = (): Step => ({ ...step(user('server'), { type: 'noteAbsence' }), isServer: true });
const server = (command: AnyCommand): Step => ({ ...step(user('server'), command), isServer: true });
/** The service itself notices that no desk has been connected since then, server time. */
export const deskDisconnects = (since: number): Step => server({ type: 'noteDeskDisconnected', since });
export const deskReconnects = (): Step => server({ type: 'noteDeskReconnected' });
export const takesMusic = (deskId: string, from: string | null = null): Step =>
  moderator({ type: 'takeMusic', deskId: deskId as DeskId, from: from as DeskId | null });
export const musicDeskIsLost = (deskId: string, since: number): Step =>
  server({ type: 'noteMusicDeskLost', deskId: deskId as DeskId, since });
export const notesSound = (id: string, sounding: boolean): Step =>
  moderator({ type: 'noteSound', questionId: question(id), sounding });
export const runsTimer = (id: string, running: boolean): Step =>
  moderator({ type: 'runTimer', questionId: question(id), running });

/** A guest has signed in to an account. */
export const movesUser = (from: string, to: string): Step => ({
  ...step(user('server'), { type: 'moveUser', from: user(from), to: user(to) }),
  isServer: true,
});

/** A started game with this many players, named p0, p1, … */
export const startedWith = (size: number): Step[] => [
  creates(),
  ...Array.from({ length: size }, (_, n) => ({
    ...step(user(`p${n}`), { type: 'joinGame', name: `P ${n}` }),
    seatHash: `h${n}`,
  })),
  starts(),
];

/** A user comes to the crew by a link of the owner. */
export const crewJoins = (who: string, rights: readonly Right[] = RIGHTS, name = who): Step =>
  server({ type: 'addCrew', userId: user(who), name, rights: [...rights], by: MODERATOR });
/** `mo` has created the game, and the crew of the game before comes along; its owner is first. */
export const inheritsCrew = (...members: readonly (readonly [who: string, rights?: readonly Right[]])[]): Step =>
  server({
    type: 'inheritCrew',
    creator: MODERATOR,
    members: members.map(([who, rights = RIGHTS]) => ({ userId: user(who), name: who, rights: [...rights] })),
  });
/** The same with the teams of the game before, each with its members. */
export const inheritsTeams = (
  teams: readonly (readonly [number: number, name: string, ...members: string[]])[],
  settings: Partial<Pick<Settings, 'teamChoice' | 'teamSize'>> = {},
): Step =>
  server({
    type: 'inheritCrew',
    creator: MODERATOR,
    members: [{ userId: MODERATOR, name: 'Mo', rights: [...RIGHTS] }],
    teams: {
      teams: teams.map(([number, name, ...members]) => ({ number, name, members: members.map(user) })),
      settings,
    },
  });
/** The crew and the teams of another game of this moderator. */
export const inheritsFrom = (before: Game): Step => server(inheritCrewOf(MODERATOR, before));
export const takesOver = (who: string, deskId: string | null = null): Step =>
  step(user(who), { type: 'takeOver', deskId: deskId as DeskId | null });
export const givesBack = (who: string): Step => step(user(who), { type: 'giveBack' });
export const asksBack = (who: string): Step => step(user(who), { type: 'askBack' });
export const leavesCrew = (who: string): Step => step(user(who), { type: 'leaveCrew' });
export const removesCrew = (by: string, who: string): Step => step(user(by), { type: 'removeCrew', userId: user(who) });
export const setsRights = (by: string, who: string, rights: readonly Right[]): Step =>
  step(user(by), { type: 'setCrewRights', userId: user(who), rights: [...rights] });
export const handsOver = (by: string, to: string, stays = true): Step =>
  step(user(by), { type: 'handOver', userId: user(to), stays });
export const operatorTakesOver = (who: string, reason = 'The laptop died'): Step =>
  server({ type: 'operatorTakesOver', userId: user(who), name: who, reason });
export const operatorHelps = (who: string): Step =>
  server({ type: 'operatorHelps', userId: user(who), name: who, reason: '' });
export const announces = (text: string, audience: readonly Audience[] = AUDIENCES, minutes = 10): Step =>
  moderator({ type: 'announce', text, audience: [...audience], minutes });
export const addsTeams = (...names: readonly string[]): Step => moderator({ type: 'addTeams', names: [...names] });
export const renamesTeam = (team: number, name: string): Step => moderator({ type: 'renameTeam', team, name });
export const removesTeam = (team: number): Step => moderator({ type: 'removeTeam', team });
export const mergesTeams = (team: number, into: number): Step => moderator({ type: 'mergeTeams', team, into });
export const choosesTeam = (who: string, team: number): Step => step(user(who), { type: 'joinTeam', team });
export const movesToTeam = (who: string, team: number | null): Step =>
  moderator({ type: 'moveToTeam', playerId: user(who), team });
export const setsCaptain = (team: number, who: string | null): Step =>
  moderator({ type: 'setCaptain', team, playerId: who === null ? null : user(who) });
export const namesOwnTeam = (who: string, name: string): Step => step(user(who), { type: 'nameOwnTeam', name });
export const dealsTeams = (seed: number): Step => moderator({ type: 'dealTeams', seed });
export const endsAnnouncement = (version: number): Step => moderator({ type: 'endAnnouncement', version });
export const readsAnnouncement = (who: string, version: number): Step =>
  step(user(who), { type: 'readAnnouncement', version });
export const callsForHelp = (who: string, text = 'No sound'): Step =>
  step(user(who), { type: 'callForHelp', category: 'sound', text });
export const withdrawsHelp = (who: string): Step => step(user(who), { type: 'withdrawHelp' });
export const ROOM = { showId: '00000000-0000-4000-8000-000000000001', roomId: '00000000-0000-4000-8000-000000000002' };
export const isPlaced = (name = 'Main hall', room = ROOM, code?: string): Step =>
  server({ type: 'placeInRoom', ...room, name, ...(code !== undefined && { code: code as GameCode }) });
export const solvesHelp = (by: string): Step => server({ type: 'solveHelp', by: user(by) });
/** The same command, given by another user. */
export const as = (who: string, given: Step): Step => ({ ...given, by: user(who) });
