import {
  type ClientFrame,
  type ErrorCode,
  type JoinInfo,
  PROTOCOL_VERSION,
  type Refusal,
  type ServerFrame,
  type Tokens,
} from '@earworm/contracts';
import { type Command, RULES } from '@earworm/rules';
import { backOff, newId } from './random.js';
import { ownReading } from './reading.js';
import { abandon, type SocketClass, type SocketLike } from './socket.js';
import type { PendingDelay } from './types.js';

/** Without a word from the server; then another socket is opened. */
const ANSWERED_WITHIN_MS = 10_000;
/** Somebody who taps waits this long for a connection before it is given up. */
const CONNECTED_WITHIN_MS = 60_000;
/** Sockets that fail in a row before one opens: this network has none. */
const FAILURES_MAX = 2;

type TakeSeat = Extract<Command, { type: 'joinGame' | 'requestSeat' }>;

export interface WantedGame {
  /** As typed. */
  readonly code: string;
  /** Of the code, from a link. */
  readonly signature?: string | undefined;
  /** A name that may have a seat in the game. */
  readonly name?: string | undefined;
}

export interface ArrivalState {
  /** The game of the wanted code; null until it is known. */
  readonly game: JoinInfo | null;
  /** Why nobody can join a game with this code. */
  readonly refusal: Refusal | null;
  readonly looking: boolean;
  /** The place in line after `enter`; null when it is served at once. */
  readonly delay: PendingDelay | null;
  /** False: the network or the server has no such sockets. The other way in works over HTTP. */
  readonly isUsable: boolean;
}

/** A socket of somebody who is in the game. Give it to `createGameClient` before anything else happens. */
export interface EnteredSocket {
  readonly socket: SocketLike;
  readonly token: string;
  /** What has arrived, the snapshot first. */
  readonly texts: readonly unknown[];
  readonly isClosed: boolean;
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
  /** Looks a game up; `state` says which. Repeats it if it is the same one. */
  look(wanted: WantedGame): void;
  /**
   * Takes a seat in the wanted game, as a new guest without a token. Keeps trying over lost connections, with one id. Never
   * rejects.
   */
  enter(command: TakeSeat, token: string | null): Promise<Entered | Refusal>;
  close(): void;
}

export interface ArrivalOptions {
  readonly url: string;
  readonly WebSocket?: SocketClass;
  readonly random?: () => number;
}

interface Entering {
  readonly id: string;
  readonly command: TakeSeat;
  readonly token: string | null;
  readonly until: number;
  readonly settle: (outcome: Entered | Refusal) => void;
}

const NOTHING: ArrivalState = { game: null, refusal: null, looking: false, delay: null, isUsable: true };

/** The way into a game without a token: one socket that finds the game while the name is typed and takes the seat at the tap. */
export function createArrival({ url, WebSocket: Socket = WebSocket, random = Math.random }: ArrivalOptions): Arrival {
  const listeners = new Set<() => void>();
  let state = NOTHING;
  let wanted: WantedGame | null = null;
  let socket: SocketLike | null = null;
  let isOpen = false;
  let entering: Entering | null = null;
  /** After `entered`: waits for the snapshot. */
  let entered: Extract<ServerFrame, { type: 'entered' }> | null = null;
  let attempts = 0;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const change = (next: Partial<ArrivalState>) => {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  };
  const send = (frame: ClientFrame) => socket?.send(JSON.stringify(frame));

  function connect(): void {
    clearTimeout(timer);
    if (isClosed || socket !== null || wanted === null) return;
    entered = null;
    try {
      socket = new Socket(url);
    } catch {
      return lost();
    }
    const opened = socket;
    watch();
    opened.onopen = () => {
      isOpen = true;
      failures = 0;
      ask();
    };
    opened.onmessage = ({ data }) => receive(opened, data);
    opened.onclose = () => lost();
    opened.onerror = () => undefined;
  }

  function ask(): void {
    if (wanted === null) return;
    const { code, signature, name } = wanted;
    send({ type: 'arrive', protocol: PROTOCOL_VERSION, rules: RULES, code, signature, name });
    watch();
  }

  /** A socket without a word while something is asked is given up. */
  function watch(): void {
    clearTimeout(timer);
    if (state.looking || entering !== null) timer = setTimeout(lost, ANSWERED_WITHIN_MS);
  }

  function lost(retryInMs?: number | null): void {
    clearTimeout(timer);
    if (socket !== null) abandon(socket);
    if (!isOpen && ++failures >= FAILURES_MAX) return giveUp('unavailable', { isUsable: false });
    socket = null;
    isOpen = false;
    if (entering !== null && Date.now() > entering.until) return giveUp('unavailable');
    // A socket that is not needed now is opened again at the tap.
    if (!state.looking && entering === null) return;
    timer = setTimeout(connect, retryInMs ?? backOff(attempts++, random));
  }

  function giveUp(code: ErrorCode, next: Partial<ArrivalState> = {}): void {
    socket = null;
    isOpen = false;
    const { settle } = entering ?? {};
    entering = null;
    change({ ...next, looking: false, delay: null });
    settle?.({ code });
  }

  function receive(from: SocketLike, data: unknown): void {
    const frame = ownReading.parse(data);
    if (frame === null || from !== socket) return;
    watch();
    switch (frame.type) {
      case 'game':
        return onGame(frame);
      case 'delayed':
        if (frame.id !== entering?.id) return;
        return change({ delay: { until: Date.now() + frame.ms, place: frame.place, everyMs: frame.everyMs } });
      case 'answer':
        if (frame.id === entering?.id && !frame.ok) settle({ code: frame.code, params: frame.params });
        return;
      case 'entered':
        entered = frame;
        return;
      case 'snapshot':
        return hand(from, data);
      case 'bye':
        // An older server does not know these frames.
        if (frame.code === 'bad-request' && frame.retryInMs !== null) return giveUp('unavailable', { isUsable: false });
        return lost(frame.retryInMs);
      default:
        return;
    }
  }

  function onGame(frame: Extract<ServerFrame, { type: 'game' }>): void {
    if (frame.code !== wanted?.code) return;
    attempts = 0;
    change({ looking: false, game: frame.ok ? frame.game : null, refusal: frame.ok ? null : frame.refusal });
    clearTimeout(timer);
    if (entering === null) return;
    if (!frame.ok) return settle(frame.refusal);
    const { id, command, token } = entering;
    send({ type: 'enter', id, command, ...(token === null ? {} : { token }) });
    watch();
  }

  function settle(outcome: Entered | Refusal): void {
    clearTimeout(timer);
    const { settle: answer } = entering ?? {};
    entering = null;
    change({ delay: null });
    answer?.(outcome);
  }

  /** The socket belongs to the game's client from now on. */
  function hand(from: SocketLike, first: unknown): void {
    if (entered === null || entering === null) return;
    const { gameId, userId, tokens = null, refusal } = entered;
    const texts = [first];
    const handed = { socket: from, token: tokens?.access_token ?? entering.token ?? '', texts, isClosed: false };
    from.onmessage = ({ data }) => void texts.push(data);
    from.onclose = () => void (handed.isClosed = true);
    socket = null;
    isOpen = false;
    settle({ gameId, userId, tokens, refusal, socket: handed });
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
      const isSame = next.code === wanted?.code;
      wanted = next;
      change({ looking: true, ...(isSame ? {} : { game: null, refusal: null }) });
      if (isOpen) ask();
      else connect();
    },
    enter(command, token) {
      const id = newId(random);
      return new Promise((settle) => {
        entering = { id, command, token, until: Date.now() + CONNECTED_WITHIN_MS, settle };
        // The server's socket may have another game, or none.
        if (isOpen && state.game !== null && !state.looking) {
          send({ type: 'enter', id, command, ...(token === null ? {} : { token }) });
          watch();
        } else if (isOpen) ask();
        else connect();
      });
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      if (socket !== null) abandon(socket);
      socket = null;
      listeners.clear();
    },
  };
}
