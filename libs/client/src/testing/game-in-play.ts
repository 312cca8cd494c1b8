import { DEFAULT_SETTINGS, type GameId, type GameView, type UserId } from '@earworm/rules';

export const GAME_ID = 'game-1' as GameId;
const MODERATOR = 'moderator-1' as UserId;
export const PLAYER = 'player-1' as UserId;

export const gameInPlay: GameView = {
  status: 'playing',
  gameId: GAME_ID,
  gameCode: 'ABCDEF',
  moderatorId: MODERATOR,
  moderatorName: 'Mo',
  moderatorLeft: false,
  deskDisconnected: false,
  musicDesk: null,
  createdAt: 1,
  startedAt: 2,
  completedAt: null,
  settings: DEFAULT_SETTINGS,
  categories: [],
  current: null,
  nextSelector: null,
  proposedQuestionId: null,
  lastVerdict: null,
  scoreChanges: null,
  joiningLocked: false,
  seatRequests: [],
  next: null,
  playerCount: 0,
  activeCount: 0,
  leaders: [],
  timeTrialMode: false,
  timeTrialUpdatedAt: null,
  lastAction: { type: 'gameStarted', at: 2, by: MODERATOR },
};
