import { type Delay, type ErrorCode, RefusedError } from '@earworm/contracts';
import type { Arrival } from '../connections/arriving.js';
import type { SlicedTask } from '../fan-out/scheduler.js';
import { ArrivalPace } from './arrival-pace.js';
import { Rotation } from './rotation.js';

/** Refusals of a server that has too much to do, or is away for a moment. */
const TEMPORARY: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['busy', 'retry', 'unavailable', 'guest-wait']);
const PAUSE_MS = { first: 125, most: 1_000 };
/** What is sent after a refusal for a moment to those who have had no place yet. */
const BACK: Delay = { ms: 5_000, place: 1, everyMs: 5_000 };
/** The weight of the latest interval between two starts. */
const SMOOTHING = 0.1;
const LONGEST_INTERVAL_MS = 1_000;

export interface ArrivalQueueOptions {
  /** Arrivals that are worked on at the same time at most, and while the event loop is late: see `ArrivalPace`. */
  readonly atOnce: number;
  readonly atOnceLate: number;
  /** Arrivals that wait; the next is refused `busy`. */
  readonly most: number;
  /** An arrival that was refused for a moment goes back to its place for this long after its first attempt. */
  readonly retryMs: number;
  /** A place is kept for this long after its socket has closed. */
  readonly keepMs: number;
  /** How often those who wait are told their place. */
  readonly tellEveryMs: number;
}

export interface ArrivalQueueDependencies {
  /** Runs starts soon, a few in each turn of the event loop. */
  readonly schedule: (start: () => void) => void;
  /** Sends places, a part in each turn. */
  readonly inSlices: (task: SlicedTask) => void;
  /** How many wait now. */
  readonly onWaiting?: (waiting: number) => void;
  readonly now?: () => number;
}

/** The turn of an entry is the order of its arrival. */
interface Entry {
  arrival: Arrival;
  readonly turn: number;
  readonly address: string;
  readonly device: string;
  /** When its first attempt began. */
  triedSince: number | null;
  work: () => Promise<void>;
  reject: (error: RefusedError) => void;
  refusals: number;
  /** As it was sent last. */
  lastPlace: Delay | null;
  /** Not before this, as the last attempt was refused for a moment. */
  dueAt: number;
  /** When the socket closed. */
  awaySince: number | null;
  /** The turns that were used to start it. */
  used: { readonly address: number; readonly device: number };
}

interface Device {
  readonly id: string;
  turn: number;
  readonly entries: Rotation<Entry>;
}

interface Address {
  readonly id: string;
  turn: number;
  readonly devices: Rotation<Device>;
  readonly byId: Map<string, Device>;
}

/**
 * Where people wait who arrive faster than they can be seated: round robin between addresses, within an address between
 * devices, and then in order of arrival, so that neither a hall nor a program keeps others out.
 */
export class ArrivalQueue {
  readonly #addresses = new Rotation<Address>();
  readonly #byId = new Map<string, Address>();
  readonly #waiting = new Map<string, Entry>();
  /** Those of them that are paused or away. */
  readonly #held = new Set<Entry>();
  readonly #now: () => number;
  readonly #pace: ArrivalPace;
  readonly #atWork = new Map<Arrival, Entry>();
  #turns = 0;
  #startedAt: number | null = null;
  #everyMs = 5;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #telling: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly options: ArrivalQueueOptions,
    private readonly deps: ArrivalQueueDependencies,
  ) {
    this.#now = deps.now ?? (() => performance.now());
    const { atOnce: most, atOnceLate: least } = options;
    this.#pace = new ArrivalPace({ least, most, now: this.#now, onMore: () => this.#startNext() });
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Some could be worked on now, if there were not so many. */
  get isBusy(): boolean {
    return this.#waiting.size > this.#held.size;
  }

  /**
   * Resolves with what `work` gives at its turn. Rejects with its refusal, `busy` when too many wait, and `retry` when the
   * place was taken over by the same key or is no longer kept.
   */
  run<T>(arrival: Arrival, work: () => Promise<T>): Promise<T> {
    const { key, address, device } = arrival;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const known = this.#waiting.get(key);
    if (known === undefined && this.#waiting.size >= this.options.most) return Promise.reject(new RefusedError('busy'));
    known?.reject(new RefusedError('retry'));
    // An attempt of a socket that has closed is still at work: it may fail, and its place is that of the person.
    const former = [...this.#atWork.values()].find((entry) => entry.arrival.key === key);
    const turn = this.#turns++;
    const entry: Entry = known ?? {
      arrival,
      turn: former?.turn ?? turn,
      address: address ?? '',
      device: device ?? '',
      triedSince: null,
      lastPlace: null,
      work: () => Promise.resolve(),
      reject,
      refusals: 0,
      dueAt: 0,
      awaySince: null,
      used: former?.used ?? { address: turn, device: turn },
    };
    Object.assign(entry, { arrival, reject, awaySince: null });
    entry.work = () =>
      work().then(resolve, (error: unknown) => {
        if (!this.#goesBack(entry, error)) reject(error as Error);
      });
    if (known === undefined) this.#add(entry);
    this.#startNext();
    return promise;
  }

  /** Its socket has closed: the place is kept for a while. */
  leave(arrival: Arrival): void {
    const waiting = this.#waiting.get(arrival.key);
    // Another socket may have taken over the place.
    const isWaiting = waiting?.arrival === arrival;
    const entry = isWaiting ? waiting : this.#atWork.get(arrival);
    if (entry === undefined) return;
    entry.awaySince ??= this.#now();
    if (!isWaiting) return;
    this.#held.add(entry);
    this.#startNext();
  }

  stop(): void {
    clearTimeout(this.#timer);
    for (const entry of [...this.#waiting.values()]) this.#giveUp(entry);
  }

  #add(entry: Entry): void {
    const { used } = entry;
    let address = this.#byId.get(entry.address);
    if (address === undefined) {
      address = { id: entry.address, turn: used.address, devices: new Rotation(), byId: new Map() };
      this.#byId.set(address.id, address);
      this.#addresses.add(address);
    } else if (used.address < address.turn) this.#addresses.move(address, used.address);
    let device = address.byId.get(entry.device);
    if (device === undefined) {
      device = { id: entry.device, turn: used.device, entries: new Rotation() };
      address.byId.set(device.id, device);
      address.devices.add(device);
    } else if (used.device < device.turn) address.devices.move(device, used.device);
    device.entries.add(entry);
    this.#waiting.set(entry.arrival.key, entry);
    this.deps.onWaiting?.(this.#waiting.size);
    this.#pace.start();
    this.#telling ??= setInterval(() => this.#tell(), this.options.tellEveryMs).unref();
  }

  #remove(entry: Entry, address = this.#byId.get(entry.address), device = address?.byId.get(entry.device)): void {
    if (address === undefined || device === undefined) return;
    this.#waiting.delete(entry.arrival.key);
    this.deps.onWaiting?.(this.#waiting.size);
    this.#held.delete(entry);
    device.entries.delete(entry);
    if (device.entries.size === 0) {
      address.devices.delete(device);
      address.byId.delete(device.id);
    }
    if (address.devices.size === 0) {
      this.#addresses.delete(address);
      this.#byId.delete(address.id);
    }
    if (this.#waiting.size > 0) return;
    clearInterval(this.#telling);
    this.#telling = undefined;
    this.#pace.stop();
    this.#startedAt = null;
  }

  #giveUp(entry: Entry): void {
    this.#remove(entry);
    entry.reject(new RefusedError('retry'));
  }

  #startNext(): void {
    // One look at the clock: a pause that ends in between would be over for the timer alone.
    const now = this.#now();
    while (this.#atWork.size < this.#pace.atOnce) {
      const entry = this.#takeNext(now);
      if (entry === null) break;
      this.#measure(now);
      entry.triedSince ??= now;
      const { arrival } = entry;
      this.#atWork.set(arrival, entry);
      this.deps.schedule(() => {
        void entry.work().finally(() => {
          this.#atWork.delete(arrival);
          this.#startNext();
        });
      });
    }
    this.#arm(now);
  }

  #takeNext(now: number): Entry | null {
    for (const address of this.#addresses) {
      for (const device of address.devices) {
        for (const entry of device.entries) {
          if (entry.awaySince !== null || entry.dueAt > now) continue;
          entry.used = { address: address.turn, device: device.turn };
          this.#remove(entry, address, device);
          if (device.entries.size > 0) address.devices.move(device, this.#turns++);
          if (address.devices.size > 0) this.#addresses.move(address, this.#turns++);
          return entry;
        }
      }
    }
    return null;
  }

  /** True: it waits at its place again. */
  #goesBack(entry: Entry, error: unknown): boolean {
    if (!(error instanceof RefusedError) || !TEMPORARY.has(error.code)) return false;
    const now = this.#now();
    const isTakenOver = this.#waiting.has(entry.arrival.key);
    if (isTakenOver || now - (entry.triedSince ?? now) > this.options.retryMs) return false;
    entry.dueAt = now + Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** entry.refusals++);
    this.#add(entry);
    this.#held.add(entry);
    // Attempts may take long, and those at work are in no line.
    if (entry.awaySince === null) entry.arrival.onPlace(entry.lastPlace ?? BACK);
    return true;
  }

  #measure(now: number): void {
    if (this.#startedAt !== null) {
      const interval = Math.min(LONGEST_INTERVAL_MS, now - this.#startedAt);
      this.#everyMs += SMOOTHING * (interval - this.#everyMs);
    }
    this.#startedAt = now;
  }

  /** For the next end of a pause or of a kept place. */
  #arm(now: number): void {
    clearTimeout(this.#timer);
    let next = Infinity;
    for (const entry of this.#held) {
      const until = entry.awaySince === null ? entry.dueAt : entry.awaySince + this.options.keepMs;
      if (until > now) next = Math.min(next, until);
      else if (entry.awaySince !== null) this.#giveUp(entry);
      else this.#held.delete(entry);
    }
    if (next !== Infinity) this.#timer = setTimeout(() => this.#startNext(), Math.max(1, next - now)).unref();
  }

  #tell(): void {
    const everyMs = Math.max(0.1, this.#everyMs);
    const lines = [...this.#addresses].map(({ devices }) =>
      [...devices].flatMap(({ entries }) => [...entries]).sort((a, b) => a.turn - b.turn),
    );
    const places = placesByIndex(lines.map(({ length }) => length));
    const told = lines.flatMap((line) => line.map((entry, index) => ({ entry, place: places[index] as number })));
    let next = 0;
    this.deps.inSlices({
      runSlice: (most) => {
        const slice = told.slice(next, next + most);
        next += slice.length;
        for (const { entry, place } of slice) {
          // Its turn may have come meanwhile.
          if (entry.awaySince !== null || this.#waiting.get(entry.arrival.key) !== entry) continue;
          entry.lastPlace = { ms: Math.max(1, Math.round(place * everyMs)), place, everyMs };
          entry.arrival.onPlace(entry.lastPlace);
        }
        return { done: slice.length, isDone: next >= told.length };
      },
    });
  }
}

/** Of lines that are served by turns: the place, from 1, of who stands at this index in one of them. */
function placesByIndex(lengths: readonly number[]): number[] {
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const ending = new Array<number>(longest + 1).fill(0);
  for (const length of lengths) ending[length]! += 1;
  const places: number[] = [];
  let reaching = lengths.length - ending[0]!;
  for (let index = 0; index < longest; index++) {
    places.push((places[index - 1] ?? 0) + reaching);
    reaching -= ending[index + 1]!;
  }
  return places;
}
