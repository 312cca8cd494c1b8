import { randomUUID } from 'node:crypto';
import { PROTOCOL_VERSION, RULES } from '@earworm/contracts';
import { RawSocket } from '@earworm/gateway/testing';
import { anyAddress } from '../http.js';

export interface Place {
  readonly url: string;
  readonly socketUrl: string;
}

/** What a socket received of its game, without presence and pongs, whose times vary. */
export interface ReceivedOfGame {
  readonly snapshot: object;
  /** Of all frames in order, each with its version. */
  readonly events: readonly { readonly v: number }[];
  readonly answers: readonly object[];
}

/** A user in a game over a bare socket, who gives one command after the other. */
export class Seat {
  private constructor(private readonly socket: RawSocket) {}

  static async enter({ socketUrl }: Place, gameId: string, token: string, wish: object = {}): Promise<Seat> {
    const socket = await RawSocket.open(socketUrl, { headers: anyAddress() });
    socket.send({ type: 'hello', protocol: PROTOCOL_VERSION, rules: RULES, gameId, token, as: 'player', ...wish });
    await socket.until(() => socket.of('snapshot').length > 0 || socket.closedWith !== null);
    if (socket.closedWith !== null) throw new Error(`the hello was refused with ${socket.closedWith}`);
    return new Seat(socket);
  }

  /** Resolves with the version of the answer; null for a refusal. */
  async give(type: string, input: object = {}): Promise<number | null> {
    const id = randomUUID();
    const answer = () => this.socket.of('answer').find((each) => each.id === id);
    this.socket.send({ type: 'command', id, command: { type, ...input } });
    await this.socket.until(() => answer() !== undefined);
    const given = answer();
    return given?.ok ? given.version : null;
  }

  /** As `give`, of what must be accepted. */
  async does(type: string, input: object = {}): Promise<number> {
    const version = await this.give(type, input);
    if (version === null) throw new Error(`${type} was refused: ${JSON.stringify(this.socket.of('answer').at(-1))}`);
    return version;
  }

  /** Resolves when this version has come. */
  async reaches(version: number): Promise<void> {
    await this.socket.until(() => Math.max(...this.socket.versions) >= version);
  }

  get received(): ReceivedOfGame {
    return {
      snapshot: this.socket.of('snapshot')[0] ?? {},
      events: this.socket.of('events').flatMap(({ list }) => list),
      answers: this.socket.of('answer'),
    };
  }

  leave(): void {
    this.socket.close();
  }
}

const question = (answer: string, points: number) => ({
  ...{ youtubeLink: 'https://youtu.be/dQw4w9WgXcQ?t=43&end=60', youtubeSongName: `The song ${answer}` },
  ...{ answer, points },
});
export const BOARD = ['Films', 'Eighties'].map((name, category) => ({
  categoryId: `category-${category + 1}`,
  name,
  questions: [1, 2, 3].map((row) => ({
    questionId: `question-${category + 1}-${row}`,
    ...question(`${name} ${row}`, row * 100),
  })),
}));
const asked = (category: number, row: number) => ({
  categoryId: `category-${category}`,
  questionId: `question-${category}-${row}`,
});

export interface PlayedBy {
  readonly moderator: Seat;
  readonly first: Seat;
  readonly second: Seat;
  readonly firstId: string;
  readonly secondId: string;
}
type Step = (people: PlayedBy) => Promise<number>;

const select = (category: number, row: number): Step => {
  return ({ moderator }) => moderator.does('selectQuestion', asked(category, row));
};
const buzz =
  (category: number, row: number): Step =>
  ({ first }) =>
    first.does('buzz', { questionId: asked(category, row).questionId });

const OPEN: readonly Step[] = [({ moderator }) => moderator.does('startGame'), select(1, 1)];
const BUZZED: readonly Step[] = [
  ...OPEN,
  buzz(1, 1),
  ({ second }) => second.does('buzz', { questionId: 'question-1-1' }),
];
const judged = (correct: boolean): Step => {
  return ({ moderator, firstId }) =>
    moderator.does('judgeAnswer', { questionId: 'question-1-1', playerId: firstId, correct });
};
const RIGHT: readonly Step[] = [...BUZZED, judged(true)];

/** How a game comes into each state that is stored. */
export const STATES: Readonly<Record<string, readonly Step[]>> = {
  setup: [],
  lockedLobby: [({ moderator }) => moderator.does('lockJoining', { locked: true })],
  board: [OPEN[0]!],
  questionOpen: OPEN,
  musicStopped: [
    ...OPEN,
    ({ moderator }) => moderator.does('pauseMusic', { questionId: 'question-1-1', paused: true }),
  ],
  buzzWaiting: BUZZED,
  secondInQueue: [...BUZZED, judged(false)],
  answered: RIGHT,
  proposed: [...RIGHT, ({ first }) => first.does('proposeQuestion', { questionId: 'question-2-1' })],
  unanswered: [...OPEN, ({ moderator }) => moderator.does('markUnanswered', { questionId: 'question-1-1' })],
  timeTrial: [
    ({ moderator }) => moderator.does('startGame'),
    ({ moderator }) => moderator.does('switchTimeTrial', { on: true }),
    select(1, 2),
    buzz(1, 2),
  ],
  moderatorLeft: [...OPEN, ({ moderator }) => moderator.does('leaveAsModerator')],
  playerLeft: [...RIGHT, ({ second }) => second.does('leaveGame')],
  playerRemoved: [
    ...RIGHT,
    ({ moderator, secondId }) => moderator.does('removePlayer', { playerId: secondId, ban: true }),
  ],
  corrected: [
    ...RIGHT,
    ({ moderator, firstId }) => moderator.does('changeScore', { playerId: firstId, gain: 50, reason: 'Sang along' }),
    ({ moderator, secondId }) => moderator.does('renamePlayer', { playerId: secondId, name: 'Renamed' }),
  ],
  ended: [...RIGHT, ({ moderator }) => moderator.does('completeGame')],
};

/** What is refused is part of the recording too. */
const WHOLE_GAME: readonly Step[] = [
  ({ moderator }) => moderator.does('addCategory', { categoryId: 'category-3', name: 'Three' }),
  ({ moderator }) =>
    moderator.does('addQuestion', { categoryId: 'category-3', questionId: 'q-3', question: question('Third', 500) }),
  ({ moderator }) => moderator.does('renameCategory', { categoryId: 'category-3', name: 'Third' }),
  ({ moderator }) => moderator.does('moveCategory', { categoryId: 'category-3', order: 0 }),
  ({ moderator }) => moderator.does('deleteQuestion', { categoryId: 'category-3', questionId: 'q-3' }),
  ({ moderator }) => moderator.does('deleteCategory', { categoryId: 'category-3' }),
  ({ moderator }) => moderator.does('changeSettings', { settings: { attempts: 'once' } }),
  ...RIGHT,
  async ({ first, moderator }) => {
    await first.give('startGame');
    await moderator.give('selectQuestion', asked(1, 1));
    return moderator.does('undoVerdict', { verdict: await verdictOf(moderator) });
  },
  judged(false),
  ({ moderator, secondId }) =>
    moderator.does('judgeAnswer', { questionId: 'question-1-1', playerId: secondId, correct: true }),
  ({ second }) => second.does('proposeQuestion', { questionId: 'question-1-2' }),
  ({ second }) => second.does('withdrawProposal'),
  select(1, 2),
  ({ moderator }) => moderator.does('markUnanswered', { questionId: 'question-1-2' }),
  ({ moderator }) => moderator.does('switchTimeTrial', { on: true }),
  select(2, 1),
  ({ moderator }) => moderator.does('pauseMusic', { questionId: 'question-2-1', paused: true }),
  buzz(2, 1),
  ({ first }) => first.does('leaveGame'),
  ({ first }) => first.does('rejoinGame'),
  ({ moderator }) => moderator.does('leaveAsModerator'),
  ({ moderator }) => moderator.does('rejoinAsModerator'),
  ({ moderator, firstId }) => moderator.does('renamePlayer', { playerId: firstId, name: 'Ada Lovelace' }),
  ({ moderator, secondId }) => moderator.does('changeScore', { playerId: secondId, gain: -50, reason: 'A penalty' }),
  ({ moderator }) => moderator.does('lockJoining', { locked: true }),
  ({ moderator, secondId }) => moderator.does('removePlayer', { playerId: secondId, ban: false }),
  ({ moderator }) => moderator.does('completeGame'),
  async ({ first, moderator }) => {
    await first.give('buzz', { questionId: 'question-2-1' });
    return moderator.does('playAgain', { requestId: 'a-request-of-mine' });
  },
];

/** The version of the last verdict: the newest event that the moderator was shown. */
async function verdictOf(moderator: Seat): Promise<number> {
  return Math.max(...moderator.received.events.map(({ v }) => v));
}

export async function play(people: PlayedBy, steps: readonly Step[], seats: readonly Seat[]): Promise<void> {
  for (const step of steps) {
    const version = await step(people);
    // All clients are up to date, so that every event comes as one, and none in a snapshot.
    await Promise.all(seats.map((seat) => seat.reaches(version)));
  }
}

/** A whole game as its moderator, two players, a stage and an observer see it, and what newcomers see afterwards. */
export async function playWholeGame(
  place: Place,
  gameId: string,
  stageKey: string,
  tokens: Readonly<Record<'moderator' | 'first' | 'second' | 'observer', string>>,
  ids: Pick<PlayedBy, 'firstId' | 'secondId'>,
): Promise<Record<string, ReceivedOfGame>> {
  const wishes = {
    moderator: [tokens.moderator, { as: 'moderator' }],
    first: [tokens.first, {}],
    second: [tokens.second, {}],
    stage: [tokens.first, { as: 'stage', stageKey }],
    observer: [tokens.observer, { as: 'observer' }],
  } as const;
  const enter = async () => {
    const seats: Record<string, Seat> = {};
    for (const [name, [token, wish]] of Object.entries(wishes))
      seats[name] = await Seat.enter(place, gameId, token, wish);
    return seats as Record<keyof typeof wishes, Seat>;
  };
  const seats = await enter();
  const all = Object.values(seats);
  const people = { ...seats, ...ids };
  await play(
    people,
    [({ first }) => first.does('joinGame', { name: 'Ada' }), ({ second }) => second.does('joinGame', { name: 'Bo' })],
    all,
  );
  await play(people, WHOLE_GAME, all);
  const later = await enter();
  const received = {
    ...Object.fromEntries(Object.entries(seats).map(([name, seat]) => [name, seat.received])),
    ...Object.fromEntries(Object.entries(later).map(([name, seat]) => [`${name} afterwards`, seat.received])),
  };
  for (const seat of [...all, ...Object.values(later)]) seat.leave();
  return received;
}
