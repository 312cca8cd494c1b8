import {
  type ArriveFrame,
  ClientFrame,
  type ConnectionQuality,
  type Delay,
  type EnterFrame,
  type ErrorCode,
  type HelloFrame,
  type Params,
  RefusedError,
  ServerFrame,
  type Tokens,
} from '@earworm/contracts';
import {
  type Command,
  type Context,
  decide,
  evolve,
  type Game,
  type GameEvent,
  type GameId,
  type GameState,
  hasDesk,
  NO_GAME,
  type PlayingGame,
  type Role,
  seatOf,
  type UserId,
  viewEventOf,
  viewKindOf,
  viewOf,
} from '@earworm/rules';
import { contextOf, GAME_ID, MODERATOR, type Step } from '@earworm/rules/testing';
import { userOf } from '../platform/session/tokens.js';
import { replyOverSocket } from './fake-gateway.js';

interface Applied {
  readonly before: GameState;
  readonly event: GameEvent;
  readonly after: Game;
}
interface Member {
  readonly socket: TestSocket;
  readonly role: Role;
  readonly userId: UserId;
}
interface Refusal {
  readonly type: Command['type'];
  readonly code: ErrorCode;
  readonly params: Params | undefined;
}

const LOG_ID = 'log-1';

/** One game behind sockets: the real rules decide, frames are checked against the contract, storage is an array. */
export class GameServer {
  /** Whether it knows `arrive` and `enter`: an older one closes the socket. */
  knowsArrivals = true;
  /** The game that somebody arrives in. */
  gameId = GAME_ID;
  /** Other games behind the same sockets, by their ids. */
  readonly others = new Map<string, GameServer>();
  readonly #elsewhere = new Map<TestSocket, GameServer>();
  /** Every command that a page has sent, in order. */
  readonly commands: Command[] = [];
  readonly #log: Applied[] = [];
  #state: GameState = NO_GAME;
  #members = new Set<Member>();
  #reachable = true;
  #refuses: (ServerFrame & { type: 'bye' }) | null = null;
  /** Events up to this version are no longer sent one by one. */
  #keptFrom = 0;
  #refusals: Refusal[] = [];
  #refusesEntry: ErrorCode | null = null;
  #held: (() => void)[] | null = null;
  readonly #delays = new Map<Command['type'], Delay>();

  /** A step of the story, now; one that is refused is a mistake in the spec. */
  play(step: Step): void {
    const refusal = this.#decide(step.command, contextOf(step, Date.now()));
    if (refusal) throw new Error(`${step.command.type} was refused with ${refusal.code}`);
  }

  /** The game as it is played now. */
  playing(): PlayingGame {
    if (this.#state.status !== 'playing') throw new Error('the game is not being played');
    return this.#state;
  }

  /** The next `enter` is answered so, before anything else is asked. */
  refuseEntry(code: ErrorCode): void {
    this.#refusesEntry = code;
  }

  /** The next command of this kind is refused like this, whatever the rules say of it. */
  refuseNext(type: Command['type'], code: ErrorCode, params?: Params): void {
    this.#refusals.push({ type, code, params });
  }

  /** From now on commands wait, until `release`. */
  hold(): void {
    this.#held = [];
  }
  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const act of held) act();
  }

  /** Delays the next command of this kind until `release`. */
  delayNext(type: Command['type'], delay: Delay): void {
    this.#delays.set(type, delay);
  }

  /** Every socket is cut and no new one opens, until `mend`. */
  cut(): void {
    this.#reachable = false;
    for (const { socket } of this.#members) socket.cut();
    this.#members.clear();
  }
  mend(): void {
    this.#reachable = true;
    this.#refuses = null;
  }

  /** Every new socket is closed with this, until `mend`. */
  refuseSockets(code: ErrorCode, retryInMs: number): void {
    this.#refuses = { type: 'bye', code, retryInMs };
  }

  /** Who comes back and has not seen everything gets a snapshot, as from a gateway that has just started. */
  forgetEvents(): void {
    this.#keptFrom = this.#log.length;
  }

  /** Who is connected, as the gateway sends it: the ids to desks only. */
  sendPresence(...users: readonly string[]): void {
    this.#sendPresence(users, {});
  }
  /** What the connections of these players are like, as desks see it. */
  sendConnections(connections: Readonly<Record<string, ConnectionQuality | null>>): void {
    this.#sendPresence(Object.keys(connections), { connections: Object.values(connections) });
  }
  /** Which members of the crew are connected, as desks see it. */
  sendCrewPresence(...crew: readonly string[]): void {
    this.#sendPresence([], { crew: [...crew] });
  }
  /** The same, while so many joins from one address wait. */
  sendDelayedJoins(delayed: number): void {
    this.#sendPresence([], delayed === 0 ? {} : { delayed });
  }
  #sendPresence(users: readonly string[], more: Partial<Extract<ServerFrame, { type: 'presence' }>>): void {
    for (const { socket, role } of this.#members) {
      const whole = role === 'moderator' ? { users: [...users], ...more } : {};
      socket.deliver({ type: 'presence', online: users.length, moderator: true, ...whole });
    }
  }

  /** Closes every socket for good, or until `retryInMs` have passed. */
  sendBye(code: ErrorCode, retryInMs: number | null = null): void {
    for (const { socket } of this.#members) socket.deliver({ type: 'bye', code, retryInMs });
    this.#members.clear();
  }

  opened(socket: TestSocket): void {
    if (this.#reachable) socket.onopen?.({});
    else socket.cut();
  }

  receive(socket: TestSocket, text: string): void {
    const frame = ClientFrame.parse(JSON.parse(text));
    const other =
      frame.type === 'hello' && 'gameId' in frame ? this.others.get(frame.gameId) : this.#elsewhere.get(socket);
    if (other !== undefined) {
      this.#elsewhere.set(socket, other);
      return other.receive(socket, text);
    }
    const member = [...this.#members].find((each) => each.socket === socket);
    if (frame.type === 'hello' && 'gameId' in frame) this.#greet(socket, frame);
    else if (frame.type === 'arrive') void this.#find(socket, frame);
    else if (frame.type === 'enter') this.#later(socket, frame, () => void this.#enter(socket, frame));
    else if (!member) return;
    else if (frame.type === 'ping') {
      socket.deliver({ type: 'pong', t: frame.t, now: Date.now(), head: this.#log.length });
    } else if (frame.type === 'command') {
      this.commands.push(frame.command);
      this.#later(socket, frame, () => this.#answer(member, frame.id, frame.command));
    }
  }

  /** At once, unless it is held or delayed. */
  #later(socket: TestSocket, { id, command }: { id: string; command: Command }, act: () => void): void {
    const delay = this.#delays.get(command.type);
    if (delay) {
      this.#delays.delete(command.type);
      socket.deliver({ type: 'delayed', id, ...delay });
      this.#held = [...(this.#held ?? []), act];
    } else if (this.#held) this.#held.push(act);
    else act();
  }

  async #find(socket: TestSocket, { code, signature, name }: ArriveFrame): Promise<void> {
    if (!this.knowsArrivals) return socket.deliver({ type: 'bye', code: 'bad-request', retryInMs: 3_000 });
    try {
      const query = { ...(name === undefined ? {} : { name }), ...(signature === undefined ? {} : { signature }) };
      const game = await replyOverSocket('joinInfoByCode', { params: { gameCode: code }, query });
      this.gameId = game.gameId;
      socket.deliver({ type: 'game', code, name, ok: true, game });
    } catch (error) {
      const { code: why, params } = error as RefusedError;
      socket.deliver({ type: 'game', code, name, ok: false, refusal: { code: why, params } });
    }
  }

  async #enter(socket: TestSocket, { id, token, command }: EnterFrame): Promise<void> {
    let tokens: Tokens | undefined;
    const refusesEntry = this.#refusesEntry;
    this.#refusesEntry = null;
    try {
      if (refusesEntry !== null) throw new RefusedError(refusesEntry);
      tokens = token === undefined ? await replyOverSocket('guest', { body: {} }) : undefined;
      if (this.#state.status === 'none') throw new RefusedError('game-not-found');
    } catch (error) {
      const { code, params } = error as RefusedError;
      return socket.deliver({ type: 'answer', id, ok: false, code, params });
    }
    this.commands.push(command);
    const userId = userOf(token ?? tokens?.access_token ?? '')!.id as UserId;
    const refused = this.#refusalOf(userId, command);
    const refusal = refused === null ? null : { code: refused.code, params: refused.params };
    const { gameId } = this;
    const member: Member = { socket, role: 'player', userId };
    this.#members.add(member);
    socket.deliver({ type: 'entered', id, gameId, userId, ...(tokens && { tokens }), refusal });
    this.#sendSnapshot(member);
  }

  #greet(socket: TestSocket, { token, as: role, since }: HelloFrame): void {
    if (this.#refuses) return socket.deliver(this.#refuses);
    const userId = userOf(token)!.id as UserId;
    const game = this.#state;
    const refused = game.status === 'none' ? 'game-not-found' : wrongRole(game, role, userId);
    if (game.status === 'none' || refused) return socket.deliver({ type: 'bye', code: refused!, retryInMs: null });
    const member: Member = { socket, role, userId };
    this.#members.add(member);
    if (since?.logId === LOG_ID && since.version >= this.#keptFrom) return this.#sendEvents(member, since.version);
    this.#sendSnapshot(member);
  }

  #sendSnapshot({ socket, role, userId }: Member): void {
    if (this.#state.status === 'none') return;
    const game = this.#state;
    const [state, seat] = [viewOf(game, viewKindOf(role)), role === 'player' ? seatOf(game, userId) : null];
    const version = this.#log.length;
    socket.deliver({ type: 'snapshot', logId: LOG_ID, version, role, now: Date.now(), state, seat, userId });
  }

  #refusalOf(userId: UserId, command: Command) {
    const planned = this.#refusals.findIndex(({ type }) => type === command.type);
    if (planned >= 0) return this.#refusals.splice(planned, 1)[0] ?? null;
    return this.#decide(command, {
      ...contextOf({ by: userId, command, after: 0 }, Date.now()),
      nextGameId: command.type === 'playAgain' ? (`game of ${command.requestId}`.replaceAll(' ', '-') as GameId) : null,
      seatHash: 'seatSecret' in command ? (command.seatSecret ?? null) : null,
    });
  }

  #answer({ socket, userId }: Member, id: string, command: Command): void {
    const refusal = this.#refusalOf(userId, command);
    if (refusal) socket.deliver({ type: 'answer', id, ok: false, code: refusal.code, params: refusal.params });
    else socket.deliver({ type: 'answer', id, ok: true, version: this.#log.length });
  }

  #decide(command: Step['command'], context: Context) {
    const decision = decide(this.#state, command, context);
    if (!decision.ok) return decision.rejection;
    const from = this.#log.length;
    for (const event of decision.events) {
      const before = this.#state;
      this.#state = evolve(before, event);
      this.#log.push({ before, event, after: this.#state as Game });
    }
    if (decision.events.length > 0) for (const member of this.#members) this.#sendEvents(member, from);
    this.#closeLostDesks();
    return null;
  }

  #closeLostDesks(): void {
    if (this.#state.status === 'none') return;
    for (const member of this.#members) {
      const { socket, role, userId } = member;
      if (role !== 'moderator' || wrongRole(this.#state, role, userId) === null) continue;
      this.#members.delete(member);
      socket.deliver({ type: 'bye', code: 'forbidden', retryInMs: null });
    }
  }

  /** Everything after version `since`. */
  #sendEvents({ socket, role }: Member, since: number): void {
    const list = this.#log.slice(since).map(({ before, event, after }, i) => ({
      ...viewEventOf(before, event, after, viewKindOf(role), since + i + 1),
    }));
    socket.deliver({ type: 'events', logId: LOG_ID, from: since + 1, list });
  }
}

const wrongRole = (game: Game, role: Role, userId: UserId): ErrorCode | null =>
  role === 'moderator' && !hasDesk(game, userId) && userId !== MODERATOR ? 'not-moderator' : null;

/** What stands for the browser's WebSocket. Frames arrive in a microtask, as text, like those of a real one. */
export class TestSocket {
  onopen: ((event: object) => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: ((event: { readonly code: number }) => void) | null = null;
  onerror: ((event: object) => void) | null = null;

  /** `soon`: in a microtask; by default one that waits while a spec has stopped its clock. */
  constructor(
    private readonly server: GameServer,
    private readonly soon: (act: () => void) => void = (act) => queueMicrotask(act),
  ) {
    soon(() => server.opened(this));
  }
  send(text: string): void {
    this.soon(() => this.server.receive(this, text));
  }
  close(): void {
    this.onmessage = null;
  }
  deliver(frame: ServerFrame): void {
    const data = JSON.stringify(ServerFrame.parse(frame));
    this.soon(() => this.onmessage?.({ data }));
  }
  cut(): void {
    this.onclose?.({ code: 1006 });
  }
}
