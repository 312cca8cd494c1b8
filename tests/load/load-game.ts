import { createArrival, type GameClient, newId, type SeenEvent } from '@earworm/client';
import { RefusedError } from '@earworm/contracts';
import {
  BUZZ_HOLD_MS,
  type CategoryDraft,
  type CategoryId,
  type Command,
  CREDIT_MAX_MS,
  type DeskId,
  type GameView,
  type QuestionId,
  type QueueEntry,
  type Version,
} from '@earworm/rules';
import { Desks } from './desks.js';
import type { ConnectClient } from './lean-clients.js';
import { type Guest, guestOf } from './guests.js';
import { DeliveryTracker } from './delivery-tracker.js';
import { socketUrl } from './sockets.js';
import type { LoadOptions } from './options.js';
import type { Tally } from './tally.js';

const QUESTIONS_PER_CATEGORY = 25;
/** How long a join is retried that was refused `busy`. */
const ONLINE_WITHIN_MS = 60_000;
/** A moderator's screen that lags behind, or has no network for 90 s: a person would wait until it shows every buzz. */
const SHOWN_WITHIN_MS = 120_000;

/** A game that was prepared, and the member of its crew who runs it. */
export interface PreparedRoom {
  readonly gameId: string;
  readonly gameCode: string;
  readonly moderator: Guest;
  readonly enter: ConnectClient;
}

/** What people of a game can be late with. */
export type Step = 'buzzes' | 'verdicts' | 'questions';
interface Hold {
  readonly reached: PromiseWithResolvers<number>;
  readonly freed: PromiseWithResolvers<void>;
}

/** The desk by which music is played. */
const MUSIC_DESK = 'the-desk' as DeskId;

interface Seat {
  readonly guest: Guest;
  readonly client: GameClient;
}

/** One game with its moderator and players; the moderator keeps a question open for buzzes. */
export class LoadGame {
  readonly #questions: { categoryId: CategoryId; questionId: QuestionId }[] = [];
  readonly #seats: Seat[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  #moderator: Guest | null = null;
  #desks: Desks | null = null;
  #seen: DeliveryTracker;
  #asked = 0;
  /** The highest version that a buzz was accepted at. */
  #accepted = 0;
  #free: Seat[] = [];
  #buzzed: Seat[] = [];
  /** That have buzzed on the question. */
  readonly #teamsBuzzed = new Set<number>();
  #open = false;
  #corrects = false;
  #turning: Promise<void> | null = null;
  /** Of the turn-overs, of which the last one counts. */
  #turn = 0;
  readonly #holds = new Map<Step, Hold>();
  /** When the first buzz on the question was sent, in ms since the epoch. */
  #firstBuzzAt = 0;
  #isRoom = false;
  #music: 'none' | 'sounds' | 'silent' = 'none';
  /** The phones have no network. */
  isOffline = false;
  gameId = '';
  #code = '';

  constructor(
    private readonly tally: Tally,
    private readonly enter: ConnectClient,
    /** Called when a buzz can be taken again. */
    private readonly onOpen: (game: LoadGame) => void,
    private readonly shape: Pick<LoadOptions, 'teams' | 'buzzesPerQuestion'> = {},
  ) {
    this.#seen = new DeliveryTracker(tally);
  }

  get canTakeBuzz(): boolean {
    return this.#open && this.#free.length > 0 && !this.isOffline;
  }

  async create(moderator: Guest, questions: number): Promise<void> {
    const categories: CategoryDraft[] = [];
    for (let made = 0; made < questions; made += QUESTIONS_PER_CATEGORY)
      categories.push(this.#category(categories.length));
    const { gameId, gameCode } = await moderator.http.call('createGame', {
      body: { requestId: newId(), moderatorName: 'Moderator', quiz: 'empty', categories },
    });
    await this.#openDesk(gameId, gameCode, moderator);
    const { teams = 0 } = this.shape;
    if (teams === 0) return;
    // Those who come are dealt into them by the start.
    await this.command({ type: 'changeSettings', settings: { teamChoice: 'moderator' } });
    await this.command({ type: 'addTeams', names: Array.from({ length: teams }, (_, n) => `Team ${n + 1}`) });
  }

  /** Instead of `create`: the game that is played in a room of an event. */
  async enterRoom({ gameId, gameCode, moderator }: PreparedRoom): Promise<void> {
    this.#isRoom = true;
    await this.#openDesk(gameId, gameCode, moderator);
    for (const { id: categoryId, questions } of this.#view?.categories ?? [])
      for (const { id: questionId } of questions) {
        this.#questions.push({ categoryId, questionId });
        this.#seen.ownQuestions.add(questionId);
      }
  }

  /** From now on buzzes count by when they were touched. Before players join. */
  async correctOrder(): Promise<void> {
    const buzzOrder = { mode: 'corrected' as const, holdMs: BUZZ_HOLD_MS.usual, creditMs: CREDIT_MAX_MS };
    await this.command({ type: 'changeSettings', settings: { buzzOrder } });
    this.#corrects = true;
  }

  /** Comes by a link to a desk; from then on both desks judge every buzz, and take over from each other. */
  async inviteCoHost(guest: Guest): Promise<void> {
    const rights = ['judge' as const, 'people' as const, 'settings' as const];
    const { gameId } = this;
    const made = await this.#moderator?.http.call('createCrewLink', {
      params: { gameId },
      body: { rights, purpose: 'co-host' },
    });
    const link = `${made?.linkId}.${made?.secret}`;
    await guest.http.call('useCrewLink', { body: { link, name: 'Co-host' } });
    this.#desks?.add(await this.#connect(guest, 'moderator'));
  }

  get takeOvers(): number {
    return this.#desks?.takeOvers ?? 0;
  }

  async join(guest: Guest, name: string): Promise<void> {
    this.#seats.push(await this.#seat(guest, name));
  }

  /**
   * As a phone that has scanned the code does; false: these clients have no sockets for it, or none opened. Then the way in is
   * over HTTP, as on the page.
   */
  async arrive(serverUrl: string, headers: Guest['headers'], name: string): Promise<boolean> {
    const { sockets } = this.enter;
    if (sockets === undefined) return false;
    const arrival = createArrival({ url: socketUrl(serverUrl), WebSocket: sockets(headers) });
    const code = this.#code;
    // The tap does not wait for it.
    void arrival.look({ code }).catch(() => undefined);
    const entered = await arrival
      .enter({ code }, () => ({ type: 'joinGame', name }), null)
      .catch((error: unknown) => {
        if (arrival.state.isUsable || !(error instanceof RefusedError)) throw error;
        return null;
      });
    if (entered === null) return false;
    const { userId, tokens, refusal, socket } = entered;
    if (refusal !== null || tokens === null) throw new Error(`a player could not join: ${refusal?.code}`);
    const guest = guestOf(serverUrl, { userId, accessToken: tokens.access_token }, headers);
    const client = this.enter({ gameId: this.gameId, as: 'player', guest, entered: socket });
    client.onEvents((events: readonly SeenEvent[]) => this.#seen.events(events));
    this.#seats.push({ guest, client });
    return true;
  }

  /** A late player; plays from the next question on. */
  async joinLate(guest: Guest, name: string): Promise<void> {
    const seat = await this.#seat(guest, name);
    this.#seats.push(seat);
    this.#buzzed.push(seat);
  }

  async start(): Promise<void> {
    this.#seen.sockets = this.#seats.length + 1;
    await this.command({ type: 'startGame' });
    await this.#nextQuestion();
  }

  /** The phones of the players. */
  get phones(): readonly GameClient[] {
    return this.#seats.map(({ client }) => client);
  }

  /** That is played, as far as the desk shows it. */
  get questionId(): QuestionId | null {
    return this.#view?.current?.questionId ?? null;
  }

  /**
   * From the next time on the people of this game are late with it, until `goOn`. Resolves with since when the game waits, in ms since
   * the epoch.
   */
  hold(step: Step): Promise<number> {
    const hold = { reached: Promise.withResolvers<number>(), freed: Promise.withResolvers<void>() };
    this.#holds.set(step, hold);
    return hold.reached.promise;
  }

  goOn(): void {
    for (const { freed } of this.#holds.values()) freed.resolve();
    this.#holds.clear();
  }

  /** From the next question on no song is heard until `soundAgain`. */
  async silence(): Promise<void> {
    if (this.#music === 'none') await this.command({ type: 'takeMusic', deskId: MUSIC_DESK, from: null });
    this.#music = 'silent';
  }

  async soundAgain(): Promise<void> {
    this.#music = 'sounds';
    const { questionId } = this;
    if (questionId !== null) await this.command({ type: 'noteSound', questionId, sounding: true });
  }

  /** This operator has taken over, at a computer of their own, and judges what waits at once. */
  async takeOver(operator: Guest, enter: ConnectClient): Promise<void> {
    // What the former desk had begun, or was late with, is given up.
    this.#turn++;
    this.goOn();
    for (const client of this.#deskClients) client.close();
    this.#music = 'none';
    this.#moderator = operator;
    this.#desks = new Desks(await this.#connect(operator, 'moderator', enter));
    const { questionId } = this;
    if (questionId !== null) this.#asked = 1 + this.#questions.findIndex((each) => each.questionId === questionId);
    this.#beginTurn(true);
  }

  /** By the desk. Throws unless it is accepted. */
  async command(command: Command): Promise<void> {
    if (!this.#desks) throw new Error('no moderator');
    if (command.type === 'startGame') this.#free = [...this.#seats];
    await this.#desks.command(command);
  }

  /** A free player buzzes; the outcome goes to the tally. Only when `canTakeBuzz`. */
  buzz(scheduledAt: number): void {
    const seat = this.#nextFree();
    const question = this.#questions[this.#asked - 1];
    if (!seat || !question) throw new Error('no player can buzz');
    if (this.#buzzed.length === 0) this.#firstBuzzAt = Date.now();
    this.#buzzed.push(seat);
    this.#seen.buzzed(seat.guest.userId, scheduledAt);
    const measured = this.tally.isMeasured(scheduledAt);
    const touched = this.#corrects ? { touchedMs: performance.now() } : {};
    const done = seat.client.send({ type: 'buzz', ...touched, questionId: question.questionId }).then((answer) => {
      this.#inFlight.delete(done);
      if (!answer.ok) return this.tally.refused(answer.code, measured);
      this.#accepted = Math.max(this.#accepted, answer.version);
      const { gameId } = this;
      const { userId: playerId } = seat.guest;
      this.tally.accepted({ gameId, commandId: answer.id, version: answer.version, playerId, measured });
    });
    this.#inFlight.add(done);
    const { buzzesPerQuestion = (this.#seats.length * 2) / 3 } = this.shape;
    if (this.#seats.length - this.#free.length < buzzesPerQuestion || !this.#open) return;
    this.#beginTurn();
  }

  /** Waits for what is under way and counts what some socket did not see. */
  async finish(): Promise<void> {
    await this.areAnswered();
    await this.#seen.settle();
  }

  /** Waits for what is under way. */
  async areAnswered(): Promise<void> {
    await this.#turning;
    await Promise.all(this.#inFlight);
  }

  /** Up to where the moderator has seen the game. */
  get version(): number {
    return Math.min(...this.#deskClients.map(({ state }) => state.version));
  }

  /** Counters of all sockets together. */
  get connections(): { gaps: number; resumes: number; snapshots: number; online: number; sockets: number } {
    const clients = this.#clients();
    const sum = { gaps: 0, resumes: 0, snapshots: 0, online: 0, sockets: clients.length };
    for (const { state } of clients) {
      sum.gaps += state.counters.gaps;
      sum.resumes += state.counters.resumes;
      sum.snapshots += state.counters.snapshots;
      sum.online += state.connection === 'online' ? 1 : 0;
    }
    return sum;
  }

  close(): void {
    for (const client of this.#clients()) client.close();
  }

  async #openDesk(gameId: string, gameCode: string, moderator: Guest): Promise<void> {
    this.gameId = gameId;
    this.#code = gameCode;
    this.#seen.gameId = gameId;
    this.#moderator = moderator;
    this.#desks = new Desks(await this.#connect(moderator, 'moderator'));
  }

  get #view(): GameView | null {
    return this.#deskClients[0]?.state.view ?? null;
  }

  #clients(): GameClient[] {
    return [...this.#deskClients, ...this.#seats.map((seat) => seat.client)];
  }

  get #deskClients(): GameClient[] {
    return this.#desks?.clients ?? [];
  }

  #category(index: number): CategoryDraft {
    const categoryId = newId() as CategoryId;
    const questions = Array.from({ length: QUESTIONS_PER_CATEGORY }, (_, i) => {
      const questionId = newId() as QuestionId;
      this.#questions.push({ categoryId, questionId });
      this.#seen.ownQuestions.add(questionId);
      return {
        questionId,
        youtubeLink: 'https://youtu.be/dQw4w9WgXcQ',
        answer: `Answer ${i + 1}`,
        points: (i + 1) * 100,
      };
    });
    return { categoryId, name: `Category ${index + 1}`, questions };
  }

  async #connect(guest: Guest, as: 'player' | 'moderator', enter = this.enter): Promise<GameClient> {
    const desk = as === 'moderator' && this.#isRoom ? { desk: MUSIC_DESK } : {};
    const client = enter({ gameId: this.gameId, as, guest, ...desk });
    client.onEvents((events: readonly SeenEvent[]) => this.#seen.events(events));
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('a socket did not get online')), ONLINE_WITHIN_MS);
      const look = () => {
        if (client.state.connection === 'closed') reject(new Error(`a socket was closed: ${client.state.closedBy}`));
        if (client.state.connection !== 'online') return;
        clearTimeout(timer);
        stop();
        resolve();
      };
      const stop = client.subscribe(look);
      look();
    });
    return client;
  }

  #beginTurn(isRescue = false): void {
    const turn = ++this.#turn;
    /** Throws when a later turn-over has begun. */
    const check = () => {
      if (turn !== this.#turn) throw new Error('given up');
    };
    this.#turning = this.#turnOver(isRescue, check).catch((error: unknown) => {
      if (turn === this.#turn) this.tally.stuck.push(String(error));
    });
  }

  /**
   * No new buzzes, those under way land, one wrong and one right verdict, the next question. A single buzz is judged where an operator
   * has come because of it.
   */
  async #turnOver(isRescue: boolean, check: () => void): Promise<void> {
    this.#open = false;
    await Promise.all(this.#inFlight);
    await this.#shownToModerator(check);
    await this.#waitWith('verdicts', this.#firstBuzzAt);
    check();
    const [first, second] = this.#view?.current?.queue ?? [];
    const questionId = this.#questions[this.#asked - 1]?.questionId;
    const isOver = this.#view?.current === null;
    let sentAt = Date.now();
    if (first && second && questionId) {
      await this.#judge(questionId, first, false);
      check();
      sentAt = Date.now();
      await this.#judge(questionId, second, true);
    } else if (first && questionId && isRescue) await this.#judge(questionId, first, true);
    else if (questionId && !isOver) await this.command({ type: 'markUnanswered', questionId });
    await this.#waitWith('questions', sentAt);
    check();
    await this.#nextQuestion(check);
  }

  /** Resolves with false when nothing is waited for. */
  async #waitWith(step: Step, since: number): Promise<boolean> {
    const hold = this.#holds.get(step);
    hold?.reached.resolve(since);
    await hold?.freed.promise;
    return hold !== undefined;
  }

  /** One whose team has not buzzed on this question. */
  #nextFree(): Seat | undefined {
    if (this.shape.teams === undefined) return this.#free.pop();
    const at = this.#free.findLastIndex(({ client }) => !this.#teamsBuzzed.has(client.state.seat?.team ?? 0));
    const [seat] = at < 0 ? [] : this.#free.splice(at, 1);
    if (seat !== undefined) this.#teamsBuzzed.add(seat.client.state.seat?.team ?? 0);
    return seat;
  }

  async #seat(guest: Guest, name: string): Promise<Seat> {
    const client = await this.#connect(guest, 'player');
    const answer = await client.send({ type: 'joinGame', name });
    if (!answer.ok) throw new Error(`a player could not join: ${answer.code}`);
    return { guest, client };
  }

  async #shownToModerator(check: () => void): Promise<void> {
    const until = performance.now() + SHOWN_WITHIN_MS;
    const isOpen = () => this.#deskClients.some(({ state }) => state.view?.current?.hold !== undefined);
    while (this.version < this.#accepted || isOpen()) {
      check();
      if (performance.now() > until) throw new Error('the moderator was not shown what was accepted');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async #nextQuestion(check: () => void = () => undefined): Promise<void> {
    const question = this.#questions[this.#asked];
    if (!question) throw new Error('the game has run out of questions');
    const sentAt = Date.now();
    await this.command({ type: 'selectQuestion', ...question });
    this.#asked++;
    if (this.#music === 'sounds')
      await this.command({ type: 'noteSound', questionId: question.questionId, sounding: true });
    this.#free = this.#free.concat(this.#buzzed);
    this.#buzzed = [];
    this.#teamsBuzzed.clear();
    const hasWaited = await this.#waitWith('buzzes', sentAt);
    check();
    // An operator has skipped it.
    if (hasWaited && this.questionId !== question.questionId) return this.#nextQuestion(check);
    this.#open = true;
    this.onOpen(this);
  }

  async #judge(questionId: QuestionId, { playerId, version }: QueueEntry, correct: boolean): Promise<void> {
    const buzz = version === undefined ? {} : { buzz: version as Version };
    await this.#desks?.judge({ type: 'judgeAnswer', questionId, playerId, correct, ...buzz });
  }
}
