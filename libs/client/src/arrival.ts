import {
  type ClientFrame,
  type ErrorCode,
  type JoinInfo,
  PROTOCOL_VERSION,
  type Refusal,
  RefusedError,
  type ServerFrame,
  type Tokens,
} from '@earworm/contracts';
import { type Command, RULES } from '@earworm/rules';
import { backOff, newId } from './random.js';
import { ownReading } from './reading.js';
import { abandon, type EnteredSocket, type SocketClass, type SocketLike } from './socket.js';
import type { PendingDelay } from './types.js';

/** Some proxies never answer the request for a socket. */
const OPEN_WITHIN_MS = 5_000;
/** Without a word while something is asked: then the connection is checked. */
const SILENT_AFTER_MS = 4_000;
/** The same before the first word: some proxies open a socket and carry nothing. */
const FIRST_SILENT_AFTER_MS = 2_500;
/** From the tap, or from the last report of the place in line. */
const SERVED_WITHIN_MS = 60_000;
/** Sockets that fail before a frame has come: this network has none. */
const FAILURES_MAX = 2;
/** Refusals of a server that is too busy now. */
const RETRIED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['busy', 'retry']);
const PAUSE_MS = { first: 125, most: 4_000 };

export type TakeSeat = Extract<Command, { type: 'joinGame' | 'requestSeat' }>;

export interface WantedGame {
  /** As typed. */
  readonly code: string;
  /** Of the code, from a link. */
  readonly signature?: string | undefined;
  /** A name that may have a seat in the game. */
  readonly name?: string | undefined;
}

/** Immutable: every change makes a new object. */
export interface ArrivalState {
  /** The place in line after `enter`; null when it is served at once. */
  readonly delay: PendingDelay | null;
  /** False: the network or the server has no such sockets. The other way in works over HTTP. */
  readonly isUsable: boolean;
}

export interface Entered {
  readonly gameId: string;
  readonly userId: string;
  /** Of a new guest. */
  readonly tokens: Tokens | null;
  /** Why there is no seat; null: it is taken, or was asked for. */
  readonly refusal: Refusal | null;
  readonly socket: EnteredSocket;
}

export interface Arrival {
  readonly state: ArrivalState;
  /** Returns a function to unsubscribe. */
  subscribe(listener: () => void): () => void;
  /**
   * The game of a code. Waits for a connection. Rejects with the server's RefusedError, with `unavailable` where the
   * arrival is not usable, and with `retry` when another look or `close` takes its place, or after
   * `enter`.
   */
  look(wanted: WantedGame): Promise<JoinInfo>;
  /**
   * Takes the seat that `seatIn` names, as a new guest without a token; a second call joins the first one. Keeps trying with
   * one id over lost connections and a busy server, for 60 s after the last word of a place in line. Rejects with a
   * RefusedError if the user could not be admitted.
   */
  enter(wanted: WantedGame, seatIn: (game: JoinInfo) => TakeSeat, token: string | null): Promise<Entered>;
  /** Closes the socket; another look opens one. */
  close(): void;
}

export interface ArrivalOptions {
  readonly url: string;
  readonly WebSocket?: SocketClass;
  readonly random?: () => number;
}

interface Looking {
  readonly resolve: (game: JoinInfo) => void;
  readonly reject: (error: RefusedError) => void;
}

interface Entering {
  readonly id: string;
  readonly seatIn: (game: JoinInfo) => TakeSeat;
  readonly outcome: Promise<Entered>;
  readonly resolve: (entered: Entered) => void;
  readonly reject: (error: RefusedError) => void;
  token: string | null;
  /** Of the guest that `entered` has made, also when the snapshot after it was lost. */
  tokens: Tokens | null;
  until: number;
  refusals: number;
  /** On which it was sent. */
  sentOn: SocketLike | null;
}

/** The way into a game without a token: one socket that finds the game while the name is typed and takes the seat at the tap. */
export function createArrival({ url, WebSocket: Socket = WebSocket, random = Math.random }: ArrivalOptions): Arrival {
  const listeners = new Set<() => void>();
  let state: ArrivalState = { delay: null, isUsable: true };
  let wanted: WantedGame | null = null;
  let looking: Looking | null = null;
  let entering: Entering | null = null;
  let socket: SocketLike | null = null;
  let isOpen = false;
  /** Whether a frame has ever come. */
  let hasHeard = false;
  /** The form may look up once more while the game's page loads. */
  let isDone = false;
  /** The game of the wanted code, which the server keeps for this socket. */
  let game: JoinInfo | null = null;
  /** Whether the wanted code was sent and not answered. */
  let isAsked = false;
  /** Waits for its snapshot. */
  let entered: Extract<ServerFrame, { type: 'entered' }> | null = null;
  let attempts = 0;
  let failures = 0;
  /** One for opening, silence, a pong or the next socket. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The next try after a busy server's refusal. */
  let pause: ReturnType<typeof setTimeout> | undefined;

  const change = (next: Partial<ArrivalState>) => {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  };
  const send = (frame: ClientFrame) => socket?.send(JSON.stringify(frame));
  const wait = (ms: number, then: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  };

  function connect(): void {
    clearTimeout(timer);
    try {
      socket = new Socket(url);
    } catch {
      return lost();
    }
    const opened = socket;
    wait(OPEN_WITHIN_MS, lost);
    opened.onopen = () => {
      isOpen = true;
      ask();
    };
    opened.onmessage = ({ data }) => receive(opened, data);
    opened.onclose = () => lost();
    opened.onerror = () => undefined;
  }

  function drop(): void {
    clearTimeout(timer);
    clearTimeout(pause);
    if (socket !== null) abandon(socket);
    forget();
  }

  function forget(): void {
    socket = game = entered = null;
    isOpen = isAsked = false;
  }

  function ask(): void {
    if (wanted === null) return;
    isAsked = true;
    send({ type: 'arrive', protocol: PROTOCOL_VERSION, rules: RULES, ...wanted });
    watch();
  }

  function sendEnter(into: JoinInfo): void {
    if (entering === null || entering.sentOn === socket) return;
    if (into.status === 'completed') return refuse(new RefusedError('game-ended'));
    const { id, seatIn, token } = entering;
    entering.sentOn = socket;
    send({ type: 'enter', id, command: seatIn(into), ...(token === null ? {} : { token }) });
    watch();
  }

  /** A dead connection is noticed by its silence. */
  function watch(): void {
    clearTimeout(timer);
    if (!isAsked && entering === null) return;
    const silentMs = hasHeard ? SILENT_AFTER_MS : FIRST_SILENT_AFTER_MS;
    wait(silentMs, () => {
      if (entering !== null && Date.now() > entering.until) return refuse(new RefusedError('unavailable'));
      send({ type: 'ping', t: Date.now(), version: 0 });
      wait(silentMs, lost);
    });
  }

  function lost(retryInMs?: number | null): void {
    drop();
    if (!hasHeard && ++failures >= FAILURES_MAX) return giveUp();
    if (entering !== null && Date.now() > entering.until) refuse(new RefusedError('unavailable'));
    // A socket that is not needed now is opened at the tap.
    if (looking === null && entering === null) return;
    wait(retryInMs ?? backOff(attempts++, random), connect);
  }

  function giveUp(): void {
    drop();
    change({ isUsable: false });
    settleAll(new RefusedError('unavailable'));
  }

  function settleAll(error: RefusedError): void {
    const look = looking;
    looking = null;
    look?.reject(error);
    refuse(error);
  }

  /** Ends `enter`; the socket stays. */
  function refuse(error: RefusedError): void {
    const { reject } = entering ?? {};
    entering = null;
    if (state.delay !== null) change({ delay: null });
    watch();
    reject?.(error);
  }

  function receive(from: SocketLike, data: unknown): void {
    const frame = ownReading.parse(data);
    if (frame === null || from !== socket) return;
    hasHeard = true;
    watch();
    switch (frame.type) {
      case 'game':
        return onGame(frame);
      case 'delayed':
        if (frame.id !== entering?.id) return;
        entering.until = Date.now() + frame.ms + SERVED_WITHIN_MS;
        return change({ delay: { until: Date.now() + frame.ms, place: frame.place, everyMs: frame.everyMs } });
      case 'answer':
        if (frame.id === entering?.id && !frame.ok) onRefused(entering, frame);
        return;
      case 'entered':
        if (frame.id !== entering?.id) return;
        entered = frame;
        entering.tokens = frame.tokens ?? entering.tokens;
        entering.token = entering.tokens?.access_token ?? entering.token;
        return;
      case 'snapshot':
        return hand(from, data);
      case 'bye':
        // An older server does not know these frames, a newer one perhaps not this page's.
        if (frame.code === 'bad-request') return giveUp();
        return lost(frame.retryInMs);
      default:
        return;
    }
  }

  function onGame(frame: Extract<ServerFrame, { type: 'game' }>): void {
    if (wanted === null || frame.code !== wanted.code) return;
    attempts = 0;
    game = frame.ok ? frame.game : null;
    if (frame.name === wanted.name) {
      isAsked = false;
      const look = looking;
      looking = null;
      if (frame.ok) look?.resolve(frame.game);
      else look?.reject(new RefusedError(frame.refusal.code, frame.refusal.params));
    }
    if (frame.ok) sendEnter(frame.game);
    else refuse(new RefusedError(frame.refusal.code, frame.refusal.params));
    watch();
  }

  function onRefused(refused: Entering, { code, params }: Refusal): void {
    if (!RETRIED.has(code) || Date.now() > refused.until) return refuse(new RefusedError(code, params));
    const pauseMs = backOff(refused.refusals++, random, PAUSE_MS.first, PAUSE_MS.most);
    pause = setTimeout(() => {
      refused.sentOn = null;
      if (game !== null) sendEnter(game);
      else if (!isAsked) ask();
    }, pauseMs);
  }

  /** The socket belongs to the game's client from now on. */
  function hand(from: SocketLike, first: unknown): void {
    if (entered === null || entering === null) return;
    const { gameId, userId, refusal } = entered;
    const { tokens, token, resolve } = entering;
    const texts = [first];
    const handed = { socket: from, token: token ?? '', texts, isClosed: false };
    from.onmessage = ({ data }) => void texts.push(data);
    from.onclose = () => void (handed.isClosed = true);
    forget();
    entering = null;
    isDone = true;
    clearTimeout(timer);
    change({ delay: null });
    resolve({ gameId, userId, tokens, refusal, socket: handed });
    const look = looking;
    looking = null;
    look?.reject(new RefusedError('retry'));
  }

  function want(next: WantedGame): void {
    if (next.code !== wanted?.code) {
      game = null;
      isAsked = false;
    }
    wanted = next;
  }

  return {
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    look(next) {
      looking?.reject(new RefusedError('retry'));
      looking = null;
      if (!state.isUsable) return Promise.reject(new RefusedError('unavailable'));
      // After the tap, the socket may belong to a player by the time at which a look gets there.
      if (isDone || entering?.sentOn != null) return Promise.reject(new RefusedError('retry'));
      want(next);
      const found = new Promise<JoinInfo>((resolve, reject) => (looking = { resolve, reject }));
      if (isOpen) ask();
      else if (socket === null) connect();
      return found;
    },
    enter(next, seatIn, token) {
      if (entering !== null) return entering.outcome;
      isDone = false;
      if (!state.isUsable) return Promise.reject(new RefusedError('unavailable'));
      // A look for this code may be on its way, with a name.
      if (next.code !== wanted?.code) want(next);
      let settle!: Pick<Entering, 'resolve' | 'reject'>;
      const outcome = new Promise<Entered>((resolve, reject) => (settle = { resolve, reject }));
      const until = Date.now() + SERVED_WITHIN_MS;
      const fresh = { token, tokens: null, refusals: 0, sentOn: null };
      entering = { ...settle, ...fresh, id: newId(random), seatIn, outcome, until };
      if (!isOpen) {
        if (socket === null) connect();
      } else if (game !== null) sendEnter(game);
      else if (!isAsked) ask();
      return outcome;
    },
    close() {
      drop();
      settleAll(new RefusedError('retry'));
    },
  };
}
