import type { ClientState, PendingCommand } from '@earworm/client';
import {
  CategoryId,
  DEFAULT_SETTINGS,
  GameId,
  QuestionId,
  UserId,
  type CurrentView,
  type GameView,
  type OwnSeat,
} from '@earworm/rules';

/** Games in any state: `q1` for 300 points is being played, the phone is Leo's. */
type Loose<T> = { [K in keyof T]?: unknown };

export const anOwnSeat = (over: Loose<OwnSeat> = {}): OwnSeat => ({
  id: UserId.parse('leo'),
  seat: 2,
  name: 'Leo',
  score: 900,
  isActive: true,
  place: null,
  out: false,
  rank: 3,
  removed: null,
  beforeVerdict: null,
  ...(over as Partial<OwnSeat>),
});

export const aCurrent = (over: Loose<CurrentView> = {}): CurrentView => ({
  categoryId: CategoryId.parse('c1'),
  questionId: QuestionId.parse('q1'),
  questionStartTime: 1_000,
  queue: [],
  queueLength: 0,
  answerAttemptTime: null,
  musicPaused: false,
  heardMs: 0,
  heardSince: 1_000,
  songLengthMs: null,
  sounding: null,
  timerByHand: null,
  timeTrialPaused: false,
  timeTrialPausedAt: null,
  pausedMs: 0,
  timeTrialElapsedSeconds: null,
  medium: null,
  attemptedBy: null,
  ...(over as Partial<CurrentView>),
});

export const aView = (over: Loose<GameView> = {}): GameView => ({
  status: 'playing',
  gameId: GameId.parse('g1'),
  gameCode: 'K7WQ4M',
  moderatorId: UserId.parse('mod'),
  moderatorName: 'Ruth',
  moderatorLeft: false,
  deskDisconnected: false,
  musicDesk: null,
  scoreChanges: null,
  createdAt: 0,
  startedAt: 0,
  completedAt: null,
  settings: DEFAULT_SETTINGS,
  categories: [
    {
      id: CategoryId.parse('c1'),
      name: '80s anthems',
      questions: ['q0', 'q1', 'q2'].map((id, i) => ({
        id: QuestionId.parse(id),
        points: 200 + 100 * i,
        answered: i === 0,
        answeredBy: null,
        answeredByName: null,
        answeredCorrectly: false,
        secret: null,
        verdicts: null,
      })),
    },
  ],
  current: null,
  nextSelector: null,
  proposedQuestionId: null,
  lastVerdict: null,
  joiningLocked: false,
  seatRequests: [],
  next: null,
  playerCount: 3,
  activeCount: 3,
  leaders: [],
  timeTrialMode: false,
  timeTrialUpdatedAt: null,
  lastAction: { type: 'startGame', at: 0, by: null },
  ...(over as Partial<GameView>),
});

export const aState = (over: Partial<ClientState> = {}): ClientState => ({
  connection: 'online',
  closedBy: null,
  refusedBy: null,
  role: 'player',
  logId: 'log',
  version: 7,
  view: aView(),
  seat: anOwnSeat(),
  presence: null,
  pending: [],
  roundTripMs: null,
  roundTripsMs: [],
  clockOffsetMs: 0,
  isOutdated: false,
  counters: { gaps: 0, resumes: 0, snapshots: 0 },
  ...over,
});

export const buzzOn = (questionId: string): PendingCommand => ({
  id: 'press',
  command: { type: 'buzz', questionId: QuestionId.parse(questionId) },
  givenAt: 0,
});
