import { BlockList } from 'node:net';
import { raisedNetworks, RefusedError, type ReplyOf, type ShowId } from '@earworm/contracts';
import { LRUCache } from 'lru-cache';
import { type Bus, BusError } from './bus/index.js';

type Show = ReplyOf<typeof raisedNetworks>['shows'][number] & {
  readonly lists: readonly (readonly [network: string, list: BlockList])[];
};

const EVERY_MS = 10_000;
const ANSWERED_WITHIN_MS = 2_000;
/** Looking one up in all lists takes long. */
const MAX_ADDRESSES = 20_000;

/** An event whose people may come from one address. `perRoom`: people in each of its rooms. */
export interface RaisedFor {
  readonly showId: ShowId;
  readonly people: number;
  readonly perRoom: number;
}

/**
 * Addresses whose limits are raised, because they belong to the approved network of an event, and its hours have come. The
 * shows service is asked again and again; while it is unreachable, what is known holds until the hours are over.
 */
export class RaisedAddresses {
  #shows: readonly Show[] = [];
  readonly #found = new LRUCache<string, readonly Show[]>({ max: MAX_ADDRESSES });
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;

  constructor(
    private readonly bus: Pick<Bus, 'call'>,
    private readonly onBug: (error: unknown) => void,
    private readonly everyMs = EVERY_MS,
    private readonly now: () => number = Date.now,
  ) {}

  start(): void {
    this.#timer ??= setInterval(() => void this.ask(), this.everyMs).unref();
    void this.ask();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
  }

  /** Of all events at this address the one with most people: three times its people have room for another event, too. */
  at(address: string | null): RaisedFor | null {
    return this.#showsAt(address).reduce<Show | null>(
      (most, show) => (most === null || show.people > most.people ? show : most),
      null,
    );
  }

  /** In games of this event's rooms. */
  inRoomsOf(showId: string | null | undefined, address: string | null): RaisedFor | null {
    return this.#showsAt(address).find((show) => show.showId === showId) ?? null;
  }

  /** The approved network of this event that the address belongs to, as it is named there; null: none. */
  networkOf(showId: string | null, address: string | null): string | null {
    const show = this.#showsAt(address).find((each) => each.showId === showId);
    return show?.lists.find(([, list]) => isIn(list, address ?? ''))?.[0] ?? null;
  }

  /** Resolves also when the shows service cannot be asked. */
  async ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const { shows } = await this.bus.call(raisedNetworks, {}, { timeoutMs: ANSWERED_WITHIN_MS });
      this.#shows = shows.map((show) => ({
        ...show,
        lists: show.networks.map((network) => [network, listOf(network)]),
      }));
      this.#found.clear();
    } catch (error) {
      if (!(error instanceof BusError || error instanceof RefusedError)) this.onBug(error);
    } finally {
      this.#isAsking = false;
    }
  }

  #showsAt(address: string | null): readonly Show[] {
    if (this.#shows.length === 0 || address === null) return NONE;
    let found = this.#found.get(address);
    if (found === undefined) {
      found = this.#shows.filter(({ lists }) => lists.some(([, list]) => isIn(list, address)));
      this.#found.set(address, found);
    }
    if (found.length === 0) return NONE;
    const now = this.now();
    return found.filter(({ from, until }) => from <= now && now < until);
  }
}

const NONE: readonly Show[] = [];

/** Limits see an address of IPv6 as the prefix of its customer. */
function isIn(list: BlockList, address: string): boolean {
  const [bare = '', prefix] = address.split('/');
  return list.check(bare, prefix === undefined ? 'ipv4' : 'ipv6');
}

function listOf(network: string): BlockList {
  const list = new BlockList();
  const [bare = '', prefix] = network.split('/');
  const family = bare.includes(':') ? 'ipv6' : 'ipv4';
  if (prefix === undefined) list.addAddress(bare, family);
  else list.addSubnet(bare, Number(prefix), family);
  return list;
}
