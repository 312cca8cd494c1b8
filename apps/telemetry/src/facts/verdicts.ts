import type { EntityManager } from 'typeorm';
import type { Judged } from '../tally/game-tally.js';
import { insertRows } from '../tally/insert-rows.js';

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
    const rows = await manager.query<(Omit<Verdict, 'at'> & { readonly at: Date })[]>(
      `select game_id as "gameId", version, given_at as at, key, outcome from game_verdict
        where (game_id, version) in (select * from unnest($1::text[], $2::int[]))`,
      [corrected.map(({ gameId }) => gameId), corrected.map(({ version }) => version)],
    );
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
      'on conflict (game_id, version) do update set outcome = excluded.outcome',
    );
    const undone = [...this.#undone.values()];
    if (undone.length === 0) return;
    await manager.query(
      'delete from game_verdict where (game_id, version) in (select * from unnest($1::text[], $2::int[]))',
      [undone.map(({ gameId }) => gameId), undone.map(({ version }) => version)],
    );
  }
}
