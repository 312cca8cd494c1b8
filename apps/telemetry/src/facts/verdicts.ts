import type { EntityManager } from 'typeorm';
import type { Judged } from '../tally/game-tally.js';
import { insertRows } from '../tally/insert-rows.js';
import { DELETE_VERDICTS, SELECT_VERDICTS, UPDATE_OUTCOME } from './facts.sql.js';

interface Verdict {
  readonly gameId: string;
  readonly version: number;
  readonly at: number;
  /** Of the question; null without known content. */
  readonly key: string | null;
  readonly outcome: Judged;
}

type Place = Pick<Verdict, 'gameId' | 'version'>;
const idOf = ({ gameId, version }: Place) => `${gameId} ${version}`;

/** The verdicts that a batch gives and corrects: what is undone or changed later leaves the figures it was counted in. */
export class Verdicts {
  readonly #standing: Map<string, Verdict>;
  readonly #changed = new Map<string, Verdict>();
  readonly #undone = new Map<string, Place>();

  private constructor(verdicts: readonly Verdict[]) {
    this.#standing = new Map(verdicts.map((verdict) => [idOf(verdict), verdict]));
  }

  static async read(corrected: readonly Place[], manager: EntityManager): Promise<Verdicts> {
    if (corrected.length === 0) return new Verdicts([]);
    const rows = await manager.query<(Omit<Verdict, 'at'> & { readonly at: Date })[]>(SELECT_VERDICTS, [
      corrected.map(({ gameId }) => gameId),
      corrected.map(({ version }) => version),
    ]);
    return new Verdicts(rows.map((row) => ({ ...row, at: row.at.getTime() })));
  }

  give(verdict: Verdict): void {
    this.#standing.set(idOf(verdict), verdict);
    this.#changed.set(idOf(verdict), verdict);
  }

  /** Returns the verdict as it was; undefined for one that is not known. `outcome`: null undoes it. */
  correct(gameId: string, version: number, outcome: Judged | null): Verdict | undefined {
    const id = idOf({ gameId, version });
    const given = this.#standing.get(id);
    if (given === undefined) return undefined;
    if (outcome === null) {
      this.#standing.delete(id);
      this.#changed.delete(id);
      this.#undone.set(id, given);
    } else this.give({ ...given, outcome });
    return given;
  }

  async write(manager: EntityManager): Promise<void> {
    await insertRows<Verdict>(
      manager,
      'game_verdict',
      {
        game_id: ['text', ({ gameId }) => gameId],
        version: ['int', ({ version }) => version],
        given_at: ['timestamptz', ({ at }) => new Date(at)],
        key: ['text', ({ key }) => key],
        outcome: ['text', ({ outcome }) => outcome],
      },
      [...this.#changed.values()],
      UPDATE_OUTCOME,
    );
    const undone = [...this.#undone.values()];
    if (undone.length === 0) return;
    await manager.query(DELETE_VERDICTS, [undone.map(({ gameId }) => gameId), undone.map(({ version }) => version)]);
  }
}
