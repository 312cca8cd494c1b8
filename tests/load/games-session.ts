import type { ConnectClient } from './lean-clients.js';
import { LoadGame, type PreparedRoom } from './load-game.js';
import type { Guest } from './guests.js';
import type { LoadOptions } from './options.js';
import type { Arrivals } from './arrivals.js';
import { inParallel } from './sockets.js';
import { Tally } from './tally.js';

/** Players who join at the same time by default. */
const PARALLEL_JOINS = 24;
/** After the last arrival, how long the remaining joins may wait. */
const HELD_FOR_MS = 20_000;
/** Buzzes on one question before the moderator turns over; by default two thirds of the players, see LoadGame. */
const buzzesOn = ({ players, buzzesPerQuestion }: SessionShape) =>
  buzzesPerQuestion ?? Math.max(1, Math.floor((players * 2) / 3));

/** What differs between the programs that play: Node and k6 have other sockets, requests and clocks. */
export interface Platform {
  /** Called once for each game. */
  readonly clientFactory: () => ConnectClient;
  readonly signIn: (serverUrl: string) => Promise<Guest>;
  /** Of a phone that arrives. */
  readonly headers?: () => Guest['headers'];
  /** See `startArrivals` of Node. */
  readonly startArrivals: (
    perSecond: number,
    seed: number | undefined,
    onDue: (scheduledAt: number) => void,
  ) => Arrivals;
  readonly tally?: Tally;
}

export type SessionShape = Pick<LoadOptions, 'games' | 'players' | 'rate' | 'seconds' | 'warmUp'> &
  Pick<LoadOptions, 'corrected' | 'teams' | 'buzzesPerQuestion'> & {
    readonly parallelJoins?: number;
    /** Of an event: these games are played, instead of new ones. */
    readonly rooms?: readonly PreparedRoom[];
    /** Players who arrive per second, whether or not earlier ones have a seat; those without a seat are left out. */
    readonly joinsPerSecond?: number;
  };

interface FreeSeat {
  readonly game: LoadGame;
  readonly seat: number;
}

/** All games of a run: opened, played at a given rate, finished. */
export class GamesSession {
  readonly tally: Tally;
  readonly joinMs: number[] = [];
  /** Of players who arrive at a given rate, their numbers in the order in which they got their seats. */
  readonly seated: number[] = [];
  /** From the first arrival until every player had a seat. */
  seatedWithinMs = 0;
  readonly #games: LoadGame[] = [];
  /** Arrivals that found every game between two questions; they go out first, and their time runs on. */
  #held: number[] = [];
  #turn = 0;
  #arrivals: Arrivals | null = null;

  constructor(
    /** The clients are spread over these. */
    private readonly serverUrls: readonly string[],
    private readonly options: SessionShape,
    private readonly platform: Platform,
  ) {
    this.tally = platform.tally ?? new Tally();
  }

  get games(): readonly LoadGame[] {
    return this.#games;
  }

  /** Creates the games, seats all players and opens the first question of each game. */
  async open(): Promise<void> {
    await this.create();
    await this.seat();
    await this.start();
  }

  async start(games: readonly LoadGame[] = this.#games): Promise<void> {
    await inParallel(games, PARALLEL_JOINS, (game) => game.start());
  }

  async create(): Promise<void> {
    const { games, rate, seconds, warmUp } = this.options;
    const buzzes = (rate * (seconds + warmUp) * 1.5) / games;
    const questions = Math.ceil(buzzes / buzzesOn(this.options)) + 10;
    const numbers = Array.from({ length: games }, (_, i) => i);
    await inParallel(numbers, PARALLEL_JOINS, async (number) => {
      const room = this.options.rooms?.[number];
      const enter = room?.enter ?? this.platform.clientFactory();
      const game = new LoadGame(this.tally, enter, () => this.#release(), this.options);
      if (room !== undefined) await game.enterRoom(room);
      else await game.create(await this.platform.signIn(this.#urlOf(number)), questions);
      if (this.options.corrected === true) await game.correctOrder();
      this.#games.push(game);
    });
  }

  /** Signs every player in and seats them; each one's time from arrival to seat goes to `joinMs`. */
  async seat(): Promise<void> {
    const { players, joinsPerSecond, parallelJoins = PARALLEL_JOINS } = this.options;
    // Players join all games at once, as at an event, not one game after the other.
    const seats = Array.from({ length: players }, (_, seat) => this.#games.map((game) => ({ game, seat }))).flat();
    const openedAt = performance.now();
    if (joinsPerSecond === undefined) await inParallel(seats, parallelJoins, (seat) => this.#take(seat));
    else await this.#takeAsTheyArrive(seats, joinsPerSecond);
    this.seatedWithinMs = performance.now() - openedAt;
  }

  /** Begins to buzz; what is scheduled from `measureFrom` of the tally on is measured. Returns the way to end it. */
  play(seed?: number, rate = this.options.rate): () => Promise<void> {
    this.#arrivals = this.platform.startArrivals(rate, seed, (scheduledAt) => this.#arrive(scheduledAt));
    return () => this.finish();
  }

  /** No more arrivals; waits until everything under way is answered and seen. */
  async finish(): Promise<void> {
    await this.#arrivals?.stop();
    const until = performance.now() + HELD_FOR_MS;
    while (this.#held.length > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
    await Promise.all(this.#games.map((game) => game.finish()));
  }

  /** No more arrivals, also of those that were held; waits until everything under way is answered. */
  async stop(): Promise<void> {
    await this.#arrivals?.stop();
    this.#held = [];
    await Promise.all(this.#games.map((game) => game.areAnswered()));
  }

  /** At once, whatever is under way. */
  close(): void {
    void this.#arrivals?.stop();
    for (const game of this.#games) game.close();
  }

  async #take({ game, seat }: FreeSeat, arrivedAt = performance.now()): Promise<void> {
    const [url, name] = [this.#urlOf(seat), `Player ${seat + 1}`];
    const hasArrived = await game.arrive(url, this.platform.headers?.() ?? {}, name);
    if (!hasArrived) await game.join(await this.platform.signIn(url), name);
    this.joinMs.push(performance.now() - arrivedAt);
  }

  async #takeAsTheyArrive(seats: readonly FreeSeat[], perSecond: number): Promise<void> {
    const taken: Promise<void>[] = [];
    await new Promise<void>((resolve) => {
      const arrivals = this.platform.startArrivals(perSecond, undefined, (arrivedAt) => {
        const number = taken.length;
        const seat = seats[number];
        if (seat) {
          const turnedAway = (error: unknown) => void this.tally.turnedAway.push(String(error));
          const seated = () => void this.seated.push(number);
          taken.push(this.#take(seat, arrivedAt).then(seated, turnedAway));
        } else void arrivals.stop().then(resolve);
      });
    });
    await Promise.all(taken);
  }

  #urlOf(number: number): string {
    return this.serverUrls[number % this.serverUrls.length] ?? '';
  }

  #arrive(scheduledAt: number): void {
    if (this.tally.isMeasured(scheduledAt)) this.tally.sent++;
    const game = this.#nextGame();
    if (game) game.buzz(scheduledAt);
    else this.#held.push(scheduledAt);
  }

  #release(): void {
    while (this.#held.length > 0) {
      const game = this.#nextGame();
      if (game === null) return;
      game.buzz(this.#held.shift() ?? 0);
    }
  }

  /** Round and round, so that every game gets its share. */
  #nextGame(): LoadGame | null {
    for (let tried = 0; tried < this.#games.length; tried++) {
      const game = this.#games[this.#turn++ % this.#games.length];
      if (game?.canTakeBuzz) return game;
    }
    return null;
  }
}
