import type { Command } from '@earworm/contracts';
import type { Outcome } from './roles.js';

/**
 * Who sends it: five people on sockets of players, of whom only `player` has a seat; an administrator who observes; a stage;
 * the moderator with a token that ran out on an open socket; the moderator. Tried in this order.
 */
export const SENDERS = [
  ...(['guest', 'registered', 'otherModerator', 'admin', 'player'] as const),
  ...(['observer', 'stage', 'expired', 'moderator'] as const),
] as const;
export type Sender = (typeof SENDERS)[number];
type CommandRow = Readonly<Record<Sender, Outcome>>;

const each = (outcome: Outcome, exceptions: Partial<CommandRow>): CommandRow => ({
  ...(Object.fromEntries(SENDERS.map((sender) => [sender, outcome])) as Record<Sender, Outcome>),
  ...exceptions,
});
const moderatorOnly = each('forbidden', { expired: 'token-expired', moderator: 'ok' });
/** May be given, and names a verdict that there is none of. */
const moderatorOnlyRefused = (code: Outcome) => each('forbidden', { expired: 'token-expired', moderator: code });
const NO_PLAYERS = { observer: 'forbidden', stage: 'forbidden', expired: 'forbidden', moderator: 'forbidden' } as const;
const playerOnly = each('not-a-player', { player: 'ok', ...NO_PLAYERS });

/** What each command is answered, in an order in which the one who may give it succeeds. */
export const EXPECTED_COMMANDS: Readonly<Record<Command['type'], CommandRow>> = {
  addCategory: moderatorOnly,
  renameCategory: moderatorOnly,
  moveCategory: moderatorOnly,
  addQuestion: moderatorOnly,
  addQuestions: moderatorOnly,
  updateQuestion: moderatorOnly,
  moveQuestion: moderatorOnly,
  deleteQuestion: moderatorOnly,
  deleteCategory: moderatorOnly,
  changeSettings: moderatorOnly,
  addTeams: moderatorOnly,
  renameTeam: moderatorOnly,
  joinTeam: playerOnly,
  setCaptain: moderatorOnly,
  nameOwnTeam: playerOnly,
  moveToTeam: moderatorOnly,
  dealTeams: moderatorOnly,
  mergeTeams: moderatorOnly,
  removeTeam: moderatorOnly,
  startGame: moderatorOnly,
  selectQuestion: moderatorOnly,
  noteSong: moderatorOnly,
  takeMusic: moderatorOnly,
  noteSound: moderatorOnly,
  runTimer: moderatorOnly,
  pauseMusic: moderatorOnly,
  pauseGame: moderatorOnly,
  resumeGame: moderatorOnly,
  buzz: playerOnly,
  judgeAnswer: moderatorOnly,
  undoVerdict: moderatorOnlyRefused('no-verdict-to-undo'),
  changeVerdict: moderatorOnlyRefused('verdict-not-found'),
  changeScore: moderatorOnly,
  undoScoreChange: moderatorOnlyRefused('score-change-not-found'),
  renamePlayer: moderatorOnly,
  approveNames: moderatorOnly,
  keepName: moderatorOnly,
  // The own name.
  reportName: each('not-a-player', { player: 'not-allowed', ...NO_PLAYERS }),
  proposeQuestion: playerOnly,
  withdrawProposal: playerOnly,
  markUnanswered: moderatorOnly,
  switchTimeTrial: moderatorOnly,
  leaveAsModerator: moderatorOnly,
  rejoinAsModerator: moderatorOnly,
  leaveGame: playerOnly,
  rejoinGame: playerOnly,
  // For a seat that there is none of.
  requestSeat: each('player-not-found', NO_PLAYERS),
  withdrawSeatRequest: each('ok', NO_PLAYERS),
  joinGame: each('ok', NO_PLAYERS),
  removePlayer: moderatorOnly,
  answerSeatRequest: moderatorOnlyRefused('seat-request-over'),
  lockJoining: moderatorOnly,
  // About a member whom there is none of.
  setCrewRights: moderatorOnlyRefused('not-in-crew'),
  removeCrew: moderatorOnly,
  leaveCrew: moderatorOnlyRefused('not-allowed'),
  takeOver: moderatorOnly,
  giveBack: moderatorOnly,
  askBack: moderatorOnly,
  handOver: moderatorOnlyRefused('not-in-crew'),
  callForHelp: moderatorOnly,
  withdrawHelp: moderatorOnly,
  announce: moderatorOnly,
  readAnnouncement: moderatorOnly,
  endAnnouncement: moderatorOnly,
  completeGame: moderatorOnly,
  playAgain: each('forbidden', { expired: 'token-expired', moderator: 'ok' }),
  reopenGame: moderatorOnlyRefused('game-followed'),
};

const [categoryId, questionId] = ['category-2', 'question-9'];
const question = {
  youtubeLink: 'https://youtu.be/dQw4w9WgXcQ',
  youtubeSongName: 'Song',
  answer: 'Answer',
  points: 100,
};
const [first, second] = ['question-1', 'question-2'];

/** What is sent, in a game with the categories of the scene. */
export const commandInputs = (playerId: string, sender: Sender): Readonly<Record<Command['type'], object>> => ({
  addCategory: { categoryId, name: 'Two' },
  renameCategory: { categoryId, name: 'Second' },
  moveCategory: { categoryId, order: 0 },
  addQuestion: { categoryId, questionId, question },
  addQuestions: { categories: [] },
  updateQuestion: { categoryId, questionId, question: { ...question, points: 200 } },
  moveQuestion: { categoryId, questionId, toCategoryId: categoryId, order: 0 },
  deleteQuestion: { categoryId, questionId },
  deleteCategory: { categoryId },
  changeSettings: { settings: {} },
  addTeams: { names: ['Foxes', 'Owls'] },
  renameTeam: { team: 1, name: 'Red foxes' },
  joinTeam: { team: 1 },
  setCaptain: { team: 1, playerId },
  nameOwnTeam: { name: 'Our foxes' },
  moveToTeam: { playerId, team: 2 },
  dealTeams: { seed: 7 },
  mergeTeams: { team: 2, into: 1 },
  removeTeam: { team: 1 },
  startGame: {},
  selectQuestion: { categoryId: 'category-1', questionId: first },
  noteSong: { questionId: first, lengthMs: 60_000, heardMs: 0 },
  takeMusic: { deskId: 'desk-1', from: null },
  noteSound: { questionId: first, sounding: true },
  runTimer: { questionId: first, running: true },
  pauseMusic: { questionId: first, paused: true },
  pauseGame: {},
  resumeGame: {},
  buzz: { questionId: first },
  judgeAnswer: { questionId: first, playerId, correct: true },
  undoVerdict: { verdict: 1 },
  changeVerdict: { questionId: first, verdict: 1, correct: false, reason: 'A second look' },
  changeScore: { playerId, gain: 50, reason: 'Sang along' },
  undoScoreChange: { change: 1 },
  renamePlayer: { playerId, name: 'Renamed' },
  approveNames: { names: [{ playerId, name: 'Ann' }] },
  keepName: { playerId, name: 'Ann' },
  reportName: { playerId },
  proposeQuestion: { questionId: second },
  withdrawProposal: {},
  markUnanswered: { questionId: second },
  switchTimeTrial: { on: true },
  leaveAsModerator: {},
  rejoinAsModerator: {},
  leaveGame: {},
  rejoinGame: {},
  requestSeat: { name: 'Nobody at all' },
  withdrawSeatRequest: {},
  joinGame: { name: `The ${sender}` },
  removePlayer: { playerId, ban: false },
  answerSeatRequest: { playerId, seat: 1, allow: true },
  lockJoining: { locked: true },
  setCrewRights: { userId: 'nobody', rights: ['judge'] },
  removeCrew: { userId: 'nobody' },
  leaveCrew: {},
  takeOver: { deskId: 'desk-1' },
  giveBack: {},
  askBack: {},
  handOver: { userId: 'nobody', stays: true },
  callForHelp: { category: 'sound', text: 'No sound' },
  withdrawHelp: {},
  announce: { text: 'The bar closes at ten', audience: ['players'], minutes: 5 },
  readAnnouncement: { version: 1 },
  endAnnouncement: { version: 1 },
  completeGame: {},
  playAgain: { requestId: 'a-request-of-mine' },
  reopenGame: {},
});

/** What the moderator does first. */
export const BEFORE: Partial<Record<Command['type'], object>> = {
  markUnanswered: { type: 'selectQuestion', categoryId: 'category-1', questionId: second },
};
