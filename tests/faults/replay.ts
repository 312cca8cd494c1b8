import {
  evolve,
  type Game,
  type GameState,
  NO_GAME,
  seatOf,
  type UserId,
  viewEventOf,
  type ViewKind,
  viewOf,
} from '@earworm/rules';
import type { LoggedGame, LoggedRow } from './logged.js';

/** One game played again from its log. */
export class Replay {
  readonly head: number;
  /** Index = version. States share what did not change, so keeping all of them is cheap. */
  readonly #states: GameState[] = [NO_GAME];
  readonly #events = new Map<string, string>();
  readonly #ids = new Set<string>();

  constructor(readonly game: LoggedGame) {
    for (const { event } of game.rows) {
      this.#states.push(evolve(this.before(this.#states.length), event));
      collectIds(event, this.#ids);
    }
    this.head = game.rows.at(-1)?.version ?? 0;
  }

  row(version: number): LoggedRow | undefined {
    return this.game.rows[version - 1];
  }

  /** The state that the event of this version was decided on. */
  before(version: number): GameState {
    return this.#states[version - 1] ?? NO_GAME;
  }

  after(version: number): GameState {
    return this.#states[version] ?? NO_GAME;
  }

  /** JSON of what this kind of view is shown of a version; undefined when the log does not have it. */
  viewAt(kind: ViewKind, version: number): string | undefined {
    const key = `${kind} ${version}`;
    const cached = this.#events.get(key);
    if (cached !== undefined) return cached;
    const row = this.row(version);
    const after = this.after(version);
    if (!row || !isGame(after)) return undefined;
    const text = JSON.stringify(viewEventOf(this.before(version), row.event, after, kind, version));
    this.#events.set(key, text);
    return text;
  }

  /** JSON of the view and seat at a version; undefined when the log does not have it. */
  standing(kind: ViewKind, version: number, userId: string | null): { view: string; seat: string } | undefined {
    const state = this.after(version);
    if (version > this.head || !isGame(state)) return undefined;
    const seat = userId === null ? null : seatOf(state, userId as UserId);
    return { view: JSON.stringify(viewOf(state, kind)), seat: JSON.stringify(seat) };
  }

  /** True when a player, category or question of this id occurs in this game. */
  knows(id: string): boolean {
    return this.#ids.has(id);
  }
}

const isGame = (state: GameState): state is Game => state.status !== 'none';
const ID_FIELDS = ['playerId', 'questionId', 'categoryId', 'moderatorId', 'from', 'to'];

/** Every id that a logged or shown event names. */
export function idsIn(event: Readonly<Record<string, unknown>>): string[] {
  return ID_FIELDS.map((field) => event[field]).filter((id) => typeof id === 'string');
}

function collectIds(event: Readonly<Record<string, unknown>>, ids: Set<string>): void {
  for (const id of idsIn(event)) ids.add(id);
  if (!Array.isArray(event['categories'])) return;
  for (const category of event['categories'] as { id: string; questions: { id: string }[] }[]) {
    ids.add(category.id);
    for (const { id } of category.questions) ids.add(id);
  }
}
