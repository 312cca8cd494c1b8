import type { CreditBudget } from '@earworm/rules';
import { seededRandom } from '@earworm/service-kit/testing/seeded-random';
import { percentile } from '../../load/percentiles.js';
import { counted } from './duels.js';
import { between, Halls, HONEST, type Lies, linkOf, Phone, type Random, ROUND_TRIP_MS } from './phones.js';

const BUZZES = 30;
const BUZZ_EVERY_MS = 20_000;

export interface LiarFigures {
  readonly name: string;
  /** Whether a script of a page can lie so. */
  readonly isPage: boolean;
  readonly phones: number;
  /** By how much their buzzes counted earlier than they were touched, ms. */
  readonly gainP50: number;
  readonly gainP95: number;
  readonly gainMost: number;
  /** Share of buzzes whose gain was at most the bound of the error that was stated with them. */
  readonly withinBound: number;
  /** Share of phones that were flagged within 30 buzzes. */
  readonly flagged: number;
}

const someTime = (random: Random) => between(random, 100, 400);
const KINDS: readonly { readonly name: string; readonly isPage: boolean; liesOf(random: Random): Lies }[] = [
  { name: 'none: an honest phone', isPage: false, liesOf: () => HONEST },
  { name: 'false stamps', isPage: true, liesOf: (random) => ({ ...HONEST, stampMs: someTime(random) }) },
  { name: 'delayed echoes', isPage: true, liesOf: (random) => ({ ...HONEST, echoMs: someTime(random) }) },
  {
    name: 'both, by a script of the page',
    isPage: true,
    liesOf: (random) => ({ ...HONEST, stampMs: someTime(random), echoMs: someTime(random) }),
  },
  {
    name: 'both, by a program that is no browser',
    isPage: false,
    liesOf: (random) => ({ stampMs: someTime(random), echoMs: someTime(random), delaysPongs: true }),
  },
];

/** Phones of each kind, half of them in halls, buzz 30 times; the same for the same seed. */
export function runLiars(phones: number, seed: number): LiarFigures[] {
  return KINDS.map(({ name, isPage, liesOf }) => {
    const random = seededRandom(seed);
    const halls = new Halls(random, 100, 12);
    const gains: number[] = [];
    let within = 0;
    let flagged = 0;
    for (let n = 0; n < phones; n++) {
      const hall = n % 2 === 0 ? halls.pick(random) : null;
      const roundTripMs = hall?.roundTripMs() ?? between(random, ...ROUND_TRIP_MS);
      const lies = liesOf(random);
      const phone = new Phone(halls.measurements, random, linkOf(random, roundTripMs), hall?.address ?? null, lies);
      let budget: CreditBudget | undefined;
      let isFlagged = false;
      for (let buzz = 0; buzz < BUZZES; buzz++) {
        const at = 100_000 + buzz * BUZZ_EVERY_MS;
        if (buzz === 0) phone.play(at - BUZZ_EVERY_MS, at);
        else phone.stay(at - BUZZ_EVERY_MS, at);
        const touch = phone.buzz(at);
        const accepted = counted(touch, budget);
        budget = accepted.budget;
        const gain = touch.touchedAt - accepted.at;
        gains.push(gain);
        if (gain <= (accepted.errorMs ?? 0) + 1) within++;
        isFlagged ||= touch.timing?.doubt !== undefined;
      }
      if (isFlagged) flagged++;
      phone.leave();
    }
    return {
      name,
      isPage,
      phones,
      gainP50: percentile(gains, 0.5),
      gainP95: percentile(gains, 0.95),
      gainMost: Math.max(...gains),
      withinBound: within / gains.length,
      flagged: flagged / phones,
    };
  });
}
