import type { Bus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { eventually } from '@earworm/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ClaimingWorker, type Held, type Outcome } from './claiming-worker.js';

/** Long, so that a busy machine does not let them run out. */
const CLAIM_MS = 3_000;

interface Item {
  readonly number: number;
  readonly end: (outcome: Outcome) => void;
  readonly fail: (error: Error) => void;
  readonly ended: Promise<Outcome>;
}

class TestWorker extends ClaimingWorker<Item> {
  /** Of each claim that got something, how much it asked for. */
  readonly asked: number[] = [];
  readonly begun: (Item & { claim: string })[] = [];
  renewed: readonly Held<Item>[] = [];
  /** How often claims were renewed. */
  renewals = 0;
  #next = 0;

  constructor(
    readonly log: ReturnType<typeof createLog>,
    atOnce: number,
    private readonly total: number,
  ) {
    super({ bus: {} as Bus, log }, { atOnce, busyPauseMs: 1, pollMs: 1, claimMs: CLAIM_MS }, 'it failed');
  }

  protected claim(_claim: string, most: number): Promise<Item[]> {
    const count = Math.min(most, this.total - this.#next);
    if (count > 0) this.asked.push(most);
    return Promise.resolve(
      Array.from({ length: count }, () => {
        const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<Outcome>();
        return { number: ++this.#next, end, fail, ended };
      }),
    );
  }

  protected renew(held: readonly Held<Item>[]): Promise<void> {
    this.renewed = held;
    this.renewals++;
    return Promise.resolve();
  }

  protected process(claim: string, item: Item): Promise<Outcome> {
    this.begun.push({ ...item, claim });
    return item.ended;
  }

  holds(claim: string): boolean {
    return this.isHeld(claim);
  }

  /** Those in the next renewal. */
  async renewedNow(): Promise<number[]> {
    const enough = this.renewals + 1;
    await eventually(() => expect(this.renewals).toBeGreaterThanOrEqual(enough));
    return this.renewed.map(({ item }) => item.number);
  }
}

describe('a worker that claims rows of the database', () => {
  const log = createLog('shows', { level: 'silent' });
  const workers: TestWorker[] = [];
  const begin = async (atOnce: number, total: number) => {
    const worker = new TestWorker(log, atOnce, total);
    workers.push(worker);
    worker.start();
    await eventually(() => expect(worker.begun).toHaveLength(Math.min(atOnce, total)));
    return worker;
  };
  beforeEach(() => void jest.spyOn(log, 'error'));
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(
      workers.splice(0).map((worker) => {
        for (const { end } of worker.begun) end('done');
        return worker.stop();
      }),
    );
  });

  it('claims once a quarter of what it does at once has ended', async () => {
    const worker = await begin(8, 20);
    for (let ended = 0; ended < 12; ended += 2) {
      worker.begun[ended]!.end('done');
      await worker.begun[ended]!.ended;
      worker.begun[ended + 1]!.end('done');
      await eventually(() => expect(worker.begun).toHaveLength(ended + 10));
    }
    expect(worker.asked).toEqual([8, 2, 2, 2, 2, 2, 2]);
  });

  it('takes up other items after one whose work throws, with the error in the log', async () => {
    const worker = await begin(1, 2);
    const broken = new Error('broken');
    worker.begun[0]!.fail(broken);
    await eventually(() => expect(worker.begun).toHaveLength(2));
    expect(log.error).toHaveBeenCalledWith({ err: broken }, 'it failed');
    expect(worker.holds(worker.begun[0]!.claim)).toBe(false);
    expect(await worker.renewedNow()).toEqual([2]);
  });

  it('renews no item that has ended, while others of its claim are in work', async () => {
    const worker = await begin(3, 3);
    expect(await worker.renewedNow()).toEqual([1, 2, 3]);
    worker.begun[1]!.end('later');
    expect(await worker.renewedNow()).toEqual([1, 3]);
  });

  it('holds nothing that it has not begun once it is stopped, and renews what is in work', async () => {
    const worker = await begin(2, 2);
    const { claim } = worker.begun[0]!;
    expect(worker.holds(claim)).toBe(true);
    const stopped = worker.stop();
    expect(worker.holds(claim)).toBe(false);
    expect(await worker.renewedNow()).toEqual([1, 2]);
    for (const { end } of worker.begun) end('done');
    await stopped;
  });
});
