import { type Measured, Measurements } from '@earworm/gateway/timing';
import type { BuzzTiming } from '@earworm/contracts';
import type { QuestionId } from '@earworm/rules';

/** What one way takes at best, and how it varies; all in ms. */
export interface Link {
  readonly upMs: number;
  readonly downMs: number;
  /** Mean of what is added to each way. */
  readonly jitterMs: number;
}

/** How a phone lies: about the touch, and by delaying its answers. */
export interface Lies {
  /** The touch is said to have been this much earlier. */
  readonly stampMs: number;
  readonly echoMs: number;
  /** Whether it is a program that delays the pongs of the WebSocket, too, which a page cannot. */
  readonly delaysPongs: boolean;
}
export const HONEST: Lies = { stampMs: 0, echoMs: 0, delaysPongs: false };

export type Random = () => number;
export const between = (random: Random, from: number, to: number): number => from + (to - from) * random();
const exponential = (random: Random, mean: number): number => -Math.log(1 - random()) * mean;
const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const STALLS = 0.02;
const STALL_MS = [100, 600] as const;
const DRIFT = 50e-6;
/** Of a page, to answer a frame or to send what was touched. */
const PAGE_MS = 4;
const SLEEP_MS = [1_000, 60_000] as const;

/** How often phones fall asleep, which stops their clock. */
export interface Sleep {
  /** Share of the phones, in the time of a player's last four buzzes. */
  readonly sleepers: number;
  /** Share of the wakes of which browsers tell the page. */
  readonly told: number;
}
/** The page of a player keeps the screen on. */
export const RARE: Sleep = { sleepers: 0.02, told: 0.8 };
export const OFTEN: Sleep = { sleepers: 0.05, told: 0.5 };

/** Parts of the time that a phone is measured. */
const PARTS = 4;
/** As the client pings, after a connect and after a sleep. */
const BURST = [0, 150, 300, 900, 1_800, 3_000] as const;
const PING_EVERY_MS = 10_000;

export const linkOf = (random: Random, roundTripMs: number): Link => {
  const share = between(random, 0.4, 0.6);
  return {
    upMs: roundTripMs * share,
    downMs: roundTripMs * (1 - share),
    jitterMs: roundTripMs * between(random, 0.01, 0.12),
  };
};

export interface Touch {
  readonly touchedAt: number;
  readonly arrivedAt: number;
  readonly timing: BuzzTiming | undefined;
}

/**
 * A phone and the gateway that measures it, by the code of the product. True time is that of the gateway's clock; all in ms.
 */
export class Phone {
  readonly #socket: Measured;
  readonly #offset: number;
  readonly #drift: number;
  /** Browsers round to a tenth of a millisecond, or to a whole one. */
  readonly #rounding: number;
  #slept = 0;
  /** Parts until it sleeps. */
  #sleepsIn: number;

  constructor(
    private readonly measurements: Measurements,
    private readonly random: Random,
    private readonly link: Link,
    address: string | null,
    private readonly lies = HONEST,
    private readonly sleep = RARE,
  ) {
    this.#socket = { link: null, caller: () => ({ address }) };
    this.#offset = between(random, -1e6, 1e6);
    this.#drift = between(random, -DRIFT, DRIFT);
    this.#rounding = random() < 0.5 ? 0.1 : 1;
    this.#sleepsIn = random() < sleep.sleepers ? Math.floor(random() * PARTS) : Infinity;
  }

  /** Connects at `from`, and is measured until `to`. */
  play(from: number, to: number): void {
    this.#measure(from, to, BURST);
  }

  /** Goes on until `to`. */
  stay(from: number, to: number): void {
    this.#measure(from, to, []);
  }

  /** `touchedAt`: in truth. */
  buzz(touchedAt: number): Touch {
    const { random, link, lies } = this;
    const arrivedAt = touchedAt + exponential(random, PAGE_MS) + this.#way(link.upMs);
    const command = {
      type: 'buzz',
      questionId: 'q' as QuestionId,
      touchedMs: this.#clock(touchedAt) - lies.stampMs,
    } as const;
    return { touchedAt, arrivedAt, timing: this.measurements.timed(this.#socket, command, arrivedAt).timing };
  }

  leave(): void {
    this.measurements.leave(this.#socket);
  }

  #measure(from: number, to: number, first: readonly number[]): void {
    const { random } = this;
    const pings = first.map((after) => from + after);
    for (let at = from + PING_EVERY_MS; at < to; at += PING_EVERY_MS) pings.push(at);
    const sleepsAt = this.#sleepsIn-- === 0 ? between(random, from, to) : Infinity;
    if (sleepsAt < to) {
      // It measures again when it is seen again, or at the next ping where the browser does not tell it.
      const woken = random() < this.sleep.told ? sleepsAt : (pings.find((at) => at > sleepsAt) ?? to);
      pings.push(...BURST.map((after) => woken + after));
    }
    let isAsleep = false;
    for (const at of pings.filter((ping) => ping < to).sort((a, b) => a - b)) {
      // Its clock has stood still.
      if (at >= sleepsAt && !isAsleep) this.#slept += between(random, ...SLEEP_MS);
      isAsleep = at >= sleepsAt;
      this.#exchange(at);
    }
    if (sleepsAt < to && !isAsleep) this.#slept += between(random, ...SLEEP_MS);
  }

  #exchange(at: number): void {
    const { link, lies, random } = this;
    const askedAt = at + this.#way(link.upMs);
    const nonce = this.measurements.ask(this.#socket, askedAt);
    const heardAt = askedAt + this.#way(link.downMs);
    const pongedAt = heardAt + (lies.delaysPongs ? lies.echoMs : 0);
    const echoedAt = heardAt + exponential(random, PAGE_MS) + lies.echoMs;
    this.measurements.ponged(this.#socket, Buffer.from(`${nonce}`), pongedAt + this.#way(link.upMs));
    this.measurements.echoed(this.#socket, { nonce, at: this.#clock(echoedAt) }, echoedAt + this.#way(link.upMs));
  }

  #way(atBest: number): number {
    const stall = this.random() < STALLS ? between(this.random, ...STALL_MS) : 0;
    return atBest + exponential(this.random, this.link.jitterMs) + stall;
  }

  #clock(now: number): number {
    const read = now * (1 + this.#drift) - this.#offset - this.#slept;
    return Math.floor(read / this.#rounding) * this.#rounding;
  }
}

interface Hall {
  readonly address: string;
  readonly roundTripMs: number;
}

/** Networks with phones in them, at the fewest as many as make a median. */
export class Halls {
  readonly measurements = new Measurements();
  readonly #halls: Hall[] = [];

  constructor(random: Random, count: number, phones: number) {
    for (let hall = 0; hall < count; hall++) {
      const [address, roundTripMs] = [`hall-${hall}`, between(random, ...ROUND_TRIP_MS)];
      this.#halls.push({ address, roundTripMs });
      for (let n = 0; n < phones; n++)
        new Phone(this.measurements, random, linkOf(random, near(random, roundTripMs)), address).play(0, 4_000);
    }
  }

  /** A hall, and the round trip of one more phone in it. */
  pick(random: Random): { readonly address: string; roundTripMs(): number } {
    const hall = this.#halls[Math.floor(random() * this.#halls.length)] as Hall;
    return { address: hall.address, roundTripMs: () => near(random, hall.roundTripMs) };
  }
}

export const ROUND_TRIP_MS = [10, 250] as const;
const near = (random: Random, roundTripMs: number): number =>
  Math.min(ROUND_TRIP_MS[1], Math.max(ROUND_TRIP_MS[0], roundTripMs * Math.exp(0.3 * normal(random))));
