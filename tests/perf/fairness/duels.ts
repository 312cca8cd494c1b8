import { acceptedTime, budgetLeft, type BuzzOrder, type CreditBudget, isLevel, ordered } from '@earworm/rules';
import { seededRandom } from '@earworm/service-kit/testing/seeded-random';
import { between, Halls, HONEST, linkOf, Phone, type Random, RARE, ROUND_TRIP_MS, type Touch } from './phones.js';

export const HOLD_MS = 80;
const CREDIT_MS = 150;
/** Buzzes of a player before the one that counts, which use up the same credit. */
const BUZZES_BEFORE = 3;
const GAP_MAX_MS = 150;
/** The rest are at places of their own, such as over mobile data. */
const IN_ONE_HALL = 0.6;

const GAPS = [
  [0, 10],
  [10, 20],
  [20, 50],
  [50, 100],
  [100, GAP_MAX_MS],
] as const;
export type Mode = 'arrival' | BuzzOrder;
const MODES = ['arrival', 'corrected', 'level'] as const satisfies readonly Mode[];

/** Duels whose two touches were apart by this much. */
export interface Figures {
  readonly gap: readonly [number, number];
  duels: number;
  /** Of these, both arrived within the hold, and are counted below. */
  held: number;
  /** How often the truly first one was named first. */
  readonly right: Record<Mode, number>;
  /** The same of all duels: where the second came after the hold, the first arrival was named. */
  readonly rightOfAll: Record<Mode, number>;
  /** How often it was decided by lot. */
  drawn: number;
}

/** When a buzz counts, by the rules, with what is left of the player's credit. */
export function counted({ arrivedAt, timing }: Touch, budget: CreditBudget | undefined) {
  // Owners count in whole milliseconds.
  const arrived = Math.round(arrivedAt);
  const budgetMs = budgetLeft(budget, arrived);
  const accepted = acceptedTime(arrived, timing, { creditMs: CREDIT_MS, budgetMs });
  return { ...accepted, arrivedAt: arrived, budget: { leftMs: budgetMs - accepted.creditMs, at: arrived } };
}

function buzzOf(random: Random, phone: Phone, touchedAt: number) {
  const everyMs = between(random, 5_000, 20_000);
  const firstAt = touchedAt - BUZZES_BEFORE * everyMs;
  let budget: CreditBudget | undefined;
  phone.play(firstAt - between(random, 4_000, 60_000), firstAt);
  for (let n = 0; n < BUZZES_BEFORE; n++) {
    const at = firstAt + n * everyMs;
    budget = counted(phone.buzz(at), budget).budget;
    phone.stay(at, at + everyMs);
  }
  return counted(phone.buzz(touchedAt), budget);
}

/** Two people touch their buzzers one after the other, again and again; the same for the same seed. */
export function runDuels(count: number, seed: number, sleep = RARE): Figures[] {
  const random = seededRandom(seed);
  const halls = new Halls(random, 200, 12);
  const all = GAPS.map((gap): Figures => {
    const none = () => ({ arrival: 0, corrected: 0, level: 0 });
    return { gap, duels: 0, held: 0, right: none(), rightOfAll: none(), drawn: 0 };
  });
  const phoneAt = (address: string | null, roundTripMs: number) =>
    new Phone(halls.measurements, random, linkOf(random, roundTripMs), address, HONEST, sleep);
  for (let n = 0; n < count; n++) {
    const hall = random() < IN_ONE_HALL ? halls.pick(random) : null;
    const [first, second] = [0, 1].map(() =>
      phoneAt(hall?.address ?? null, hall?.roundTripMs() ?? between(random, ...ROUND_TRIP_MS)),
    ) as [Phone, Phone];
    const gap = random() * GAP_MAX_MS;
    const at = 200_000 + n;
    const winner = { name: 'first', ...buzzOf(random, first, at) };
    const other = { name: 'second', ...buzzOf(random, second, at + gap) };
    first.leave();
    second.leave();
    const figures = all.find((each) => gap < each.gap[1]) as Figures;
    const byArrival = winner.arrivedAt <= other.arrivedAt ? [winner, other] : [other, winner];
    const isHeld = Math.abs(winner.arrivedAt - other.arrivedAt) <= HOLD_MS;
    figures.duels++;
    if (isHeld) figures.held++;
    if (isHeld && isLevel(winner, other)) figures.drawn++;
    for (const mode of MODES) {
      const order =
        mode === 'arrival' || !isHeld ? byArrival : ordered(byArrival, mode, Math.floor(random() * 2 ** 32));
      if (order[0] !== winner) continue;
      figures.rightOfAll[mode]++;
      if (isHeld) figures.right[mode]++;
    }
  }
  return all;
}
