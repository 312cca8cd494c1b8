import { PresenceMessage, presenceSubject, type Role, type ServerFrame } from '@earworm/contracts';
import type { Bus, Subscription } from '@earworm/service-kit/bus';

const COALESCE_MS = 250;
/** Ids in a moderator's frame. */
const USERS_SHOWN = 500;

type PresenceFrame = Extract<ServerFrame, { type: 'presence' }>;
/** The frame for everybody and the one for those who see the ids. */
export type PresenceFrames = { readonly all: string; readonly full: string };

export interface PresenceTimes {
  /** The whole set is said again after this, ms. */
  readonly everyMs: number;
  /** What another gateway said counts for this long, ms. */
  readonly expiresMs: number;
}

export interface PresenceTerms {
  readonly bus: Bus;
  readonly gateway: string;
  readonly gameId: string;
  readonly times: PresenceTimes;
  /** `full`: only the frame with the ids has changed. */
  readonly onChange: (frames: PresenceFrames, changed: 'all' | 'full') => void;
}

/** What another gateway said last. */
interface Others {
  readonly users: readonly string[];
  readonly stages: number;
  readonly delayed: number;
  readonly at: number;
}

/**
 * Who is connected to a game: this gateway's sockets and what the other gateways say of theirs. Soft: nothing is kept,
 * what is not repeated is forgotten.
 */
export class Presence {
  readonly #own = new Map<string, number>();
  /** This gateway's desks. Only the owner follows them. */
  readonly #desks = new Map<string, number>();
  readonly #others = new Map<string, Others>();
  readonly #subscription: Subscription;
  #stages = 0;
  /** Joins that wait here because many came from one address. */
  #delayed = 0;
  #stopped = false;
  #isSilent = false;
  /** What this gateway says has changed, or another one does not know it. */
  #mustSay = false;
  #moderatorId = '';
  #saidAt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #frames: PresenceFrames = { all: '', full: '' };

  constructor(private readonly terms: PresenceTerms) {
    this.#subscription = terms.bus.subscribe(presenceSubject(terms.gameId), ({ data }) => this.#heard(data));
  }

  get frames(): PresenceFrames {
    return this.#frames;
  }

  knowModerator(moderatorId: string): void {
    this.#moderatorId = moderatorId;
  }

  enters(role: Role, userId: string, desk?: string): void {
    if (role === 'stage') this.#stages++;
    if (role === 'player' || role === 'moderator') adjust(this.#own, userId, 1);
    if (desk !== undefined) adjust(this.#desks, desk, 1);
    this.#changed();
  }

  leaves(role: Role, userId: string, desk?: string): void {
    if (role === 'stage') this.#stages--;
    if (role === 'player' || role === 'moderator') adjust(this.#own, userId, -1);
    if (desk !== undefined) adjust(this.#desks, desk, -1);
    this.#changed();
  }

  /** So many joins more wait here, or fewer. */
  delays(more: number): void {
    this.#delayed += more;
    this.#changed();
  }

  /** To be called every second or so. @param now own clock, ms */
  tick(now: number): void {
    const { everyMs, expiresMs } = this.terms.times;
    let forgotten = false;
    for (const [gateway, { at }] of this.#others) {
      if (now - at > expiresMs) forgotten = this.#others.delete(gateway) || forgotten;
    }
    if (forgotten) this.#changed();
    else if (now - this.#saidAt >= everyMs) this.#say();
  }

  /**
   * This gateway is about to close its sockets, and does not report that: what it reported last counts until it expires, while its
   * clients connect to another gateway. No game pauses for a moderator among them.
   */
  stopReporting(): void {
    this.#isSilent = true;
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#subscription.unsubscribe();
  }

  #heard(data: Uint8Array): void {
    const message = PresenceMessage.parse(JSON.parse(new TextDecoder().decode(data)));
    if (message.gateway === this.terms.gateway) return;
    const { users, stages, delayed = 0 } = message;
    const before = this.#others.get(message.gateway);
    const now: Others = { users, stages, delayed, at: performance.now() };
    this.#others.set(message.gateway, now);
    // To answer everything that is heard would have the gateways answer each other for as long as the game lasts.
    if (before === undefined || (isEmpty(before) && !isEmpty(now))) this.#changed();
    else if (before.delayed !== delayed || !isSame(before.users, users)) this.#showSoon();
  }

  #changed(): void {
    this.#mustSay = true;
    this.#showSoon();
  }

  /** A big room waits longer: its frame goes to more sockets and changes more often. */
  #showSoon(): void {
    if (this.#stopped) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = null;
        if (this.#mustSay) this.#say();
        this.#show();
      },
      Math.max(COALESCE_MS, this.#own.size),
    );
  }

  #say(): void {
    if (this.#isSilent) return;
    this.#mustSay = false;
    this.#saidAt = performance.now();
    const message: PresenceMessage = {
      gateway: this.terms.gateway,
      stages: this.#stages,
      users: [...this.#own.keys()],
      ...(this.#desks.size === 0 ? {} : { desks: [...this.#desks.keys()] }),
      ...(this.#delayed === 0 ? {} : { delayed: this.#delayed }),
    };
    this.terms.bus.publish(presenceSubject(this.terms.gameId), new TextEncoder().encode(JSON.stringify(message)));
  }

  /** `online` counts everybody but the moderator, of whom the frame speaks apart. */
  #show(): void {
    const union = new Set(this.#own.keys());
    let delayed = this.#delayed;
    for (const other of this.#others.values()) {
      for (const user of other.users) union.add(user);
      delayed += other.delayed;
    }
    const moderator = union.delete(this.#moderatorId);
    const all: PresenceFrame = { type: 'presence', online: union.size, moderator };
    const frames = {
      all: JSON.stringify(all),
      full: JSON.stringify({
        ...all,
        users: [...union].slice(0, USERS_SHOWN),
        ...(delayed === 0 ? {} : { delayed }),
      } satisfies PresenceFrame),
    };
    const before = this.#frames;
    this.#frames = frames;
    if (frames.all !== before.all) this.terms.onChange(frames, 'all');
    else if (frames.full !== before.full) this.terms.onChange(frames, 'full');
  }
}

/** Counts one socket more, or one fewer. */
function adjust(counts: Map<string, number>, key: string, more: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + more;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

/** Such a gateway may have forgotten the game since, and with it what the others have said. */
const isEmpty = ({ users, stages }: Others): boolean => users.length === 0 && stages === 0;

/** The order is that in which they came, so a set that has not changed is the same list. */
const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((user, i) => user === others[i]);
