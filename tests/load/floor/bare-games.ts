import { eventsFrame } from '@earworm/contracts';
import {
  type AnyCommand,
  decide,
  evolve,
  type Game,
  type GameEvent,
  GameId,
  type GameState,
  NO_GAME,
  UserId,
  VIEW_KINDS,
  viewEventOf,
  type ViewKind,
} from '@earworm/rules';
import type { BareLog } from './bare-log.js';

/** A client of a game. */
export interface Onlooker {
  readonly kind: ViewKind;
  show(text: string): void;
}

export class BareGame {
  readonly onlookers = new Set<Onlooker>();
  state: GameState = NO_GAME;
  /** As far as it is committed. */
  current: GameState = NO_GAME;
  readonly #answers: { readonly version: number; readonly answer: (version: number) => void }[] = [];

  constructor(
    readonly gameId: GameId,
    private readonly log: BareLog,
  ) {}

  /** Calls `answer` once everything is committed and shown. */
  give(userId: string, commandId: string, command: AnyCommand, answer: (version: number) => void): void {
    const actor = { userId: UserId.parse(userId), isAdmin: false };
    const { gameId } = this;
    const decision = decide(this.state, command, { now: Date.now(), actor, seatHash: null, gameId });
    if (!decision.ok) throw new Error(`${command.type} was refused: ${decision.rejection.code}`);
    for (const event of decision.events) this.#append(event, commandId);
    const version = this.state.status === 'none' ? 0 : this.state.version;
    if (decision.events.length === 0) answer(version);
    else this.#answers.push({ version, answer });
  }

  #append(event: GameEvent, commandId: string): void {
    const before = this.state;
    const after = evolve(before, event);
    this.state = after;
    if (after.status === 'none') throw new Error(`"${event.type}" left no game`);
    const { version } = after;
    const row = { gameId: this.gameId, version, commandId, event: JSON.stringify(event) };
    this.log.append(row, () => this.#committed(before, event, after));
  }

  #committed(before: GameState, event: GameEvent, after: Game): void {
    this.current = after;
    const { version } = after;
    const texts = new Map<ViewKind, string>();
    for (const kind of VIEW_KINDS) {
      const item = JSON.stringify(viewEventOf(before, event, after, kind, version));
      texts.set(kind, eventsFrame('floor', version, [item]));
    }
    for (const onlooker of this.onlookers) onlooker.show(texts.get(onlooker.kind) ?? '');
    while (this.#answers[0] && this.#answers[0].version <= version) this.#answers.shift()?.answer(version);
  }
}

export class BareGames {
  readonly #games = new Map<string, BareGame>();
  readonly #byCode = new Map<string, BareGame>();

  constructor(private readonly log: BareLog) {}

  create(gameId: string, code: string): BareGame {
    const game = new BareGame(GameId.parse(gameId), this.log);
    this.#games.set(gameId, game);
    this.#byCode.set(code, game);
    return game;
  }

  withCode(code: string): BareGame {
    const game = this.#byCode.get(code);
    if (!game) throw new Error('no game has this code');
    return game;
  }

  of(gameId: string): BareGame {
    const game = this.#games.get(gameId);
    if (!game) throw new Error('no such game');
    return game;
  }
}
