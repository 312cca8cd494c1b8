/**
 * What can be wrong with a run:
 * lost: accepted, and its effect is not in the log · doubled: an effect in the log, or an event at a client, twice ·
 * disordered: a gap or a step back, in the log or at a client · foreign: another game's event at a client ·
 * early: seen or answered before it was committed, or never committed · contradicted: refused, and in the log all the
 * same · wrongWinner: a buzz that was answered before another was given stands behind it, counts from a time at which
 * it was not given, or a player was judged who was not first · unauthorized: decided for a user without the right to
 * it · differing: a client's state is not what the log makes.
 */
export const FAULTS = [
  'lost',
  'doubled',
  'disordered',
  'foreign',
  'early',
  'contradicted',
  'wrongWinner',
  'unauthorized',
  'differing',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Of each kind this many are described; the others are counted. */
const DESCRIBED = 10;

export class Findings {
  readonly counts: Record<Fault, number> = {
    ...{ lost: 0, doubled: 0, disordered: 0, foreign: 0 },
    ...{ early: 0, contradicted: 0, wrongWinner: 0, unauthorized: 0, differing: 0 },
  };
  readonly #descriptions: string[] = [];

  add(fault: Fault, gameId: string, what: string): void {
    if (++this.counts[fault] <= DESCRIBED) this.#descriptions.push(`${fault}: game ${gameId}: ${what}`);
  }

  get total(): number {
    return FAULTS.reduce((sum, fault) => sum + this.counts[fault], 0);
  }
  get descriptions(): readonly string[] {
    return this.#descriptions;
  }
}
