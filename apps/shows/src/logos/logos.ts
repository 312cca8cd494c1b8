import { createHash } from 'node:crypto';
import {
  type ErrorCode,
  type LogoOwner,
  type readShowLogo,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type setShowLogo,
  SHOW_LIMITS,
  type ShowId,
} from '@earworm/contracts';
import type { Logger } from '@earworm/service-kit/log';
import { type ObjectStore, ObjectStoreUnavailableError } from '@earworm/service-kit/objects';
import { type DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { findShow, requireOperator } from '../shows/access.js';
import { logoOf } from '../shows/facts.js';
import { ShowRow, type StoredLogo } from '../shows/show.entity.js';

const LOGOS = 'event-logos/';
/** Younger objects may belong to a request in progress. */
const ORPHAN_AFTER_MS = 3_600_000;
const HASH_LENGTH = 32;

const keyOf = (showId: ShowId, hash: string): string => `${LOGOS}${showId}/${hash}`;

const shows = ({ logo, sponsorLogo }: ShowRow, hash: string | undefined): boolean =>
  [logo, sponsorLogo].some((each) => each !== null && each.hash === hash);

async function checked(bytes: Buffer): Promise<StoredLogo & { readonly type: string }> {
  if (bytes.length > SHOW_LIMITS.logoBytes) throw new RefusedError('event-logo-too-large');
  // Loaded on demand: few events have one.
  const { pictureFacts } = await import('./picture-facts.js');
  const facts = await pictureFacts(bytes);
  if (facts === null) throw new RefusedError('event-logo-not-image');
  const { width, height } = facts;
  if (width * height > SHOW_LIMITS.logoPixels) throw new RefusedError('event-logo-too-many-pixels');
  return { ...facts, hash: createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH) };
}

/**
 * Objects are written and removed while the event's row is locked, so that its logos are always stored. A former one is left
 * to the sweep.
 */
export class Logos {
  constructor(
    private readonly database: DataSource,
    private readonly objects: ObjectStore,
    private readonly log: Logger,
  ) {}

  async set({
    picture,
    owner = 'event',
    ...asked
  }: RequestOf<typeof setShowLogo>): Promise<ReplyOf<typeof setShowLogo>> {
    // Who may not change the event learns nothing about the picture either.
    await this.database.transaction((manager) => requireOperator(manager, asked));
    const bytes = Buffer.from(picture ?? '', 'base64');
    const found = picture === null ? null : await checked(bytes);
    return this.database.transaction(async (manager) => {
      const { showId } = await requireOperator(manager, asked);
      if (found === null) return this.#keep(manager, showId, owner, null);
      const { type, ...logo } = found;
      await this.#reach('event-logo-away', () => this.objects.put(keyOf(showId, logo.hash), bytes, type));
      return this.#keep(manager, showId, owner, logo);
    });
  }

  async read({ showId, hash }: RequestOf<typeof readShowLogo>): Promise<ReplyOf<typeof readShowLogo>> {
    const show = await findShow(this.database.manager, showId);
    if (show === null || show.deletedAt !== null || !shows(show, hash)) throw new RefusedError('not-found');
    const found = await this.#reach('unavailable', () => this.objects.get(keyOf(showId, hash), SHOW_LIMITS.logoBytes));
    if (found === null) throw new RefusedError('not-found');
    return { contentType: found.contentType, base64: found.bytes.toString('base64') };
  }

  /** Removes logos that are no event's any more, and returns how many. An event gives up a sponsor’s that is not in the store. */
  async sweep(now = Date.now()): Promise<number> {
    const stored = new Set<string>();
    const old: string[] = [];
    for await (const { key, modifiedAt } of this.objects.list(LOGOS)) {
      stored.add(key);
      if (modifiedAt <= now - ORPHAN_AFTER_MS) old.push(key);
    }
    let removed = 0;
    for (const key of old) if (await this.#removeUnused(key)) removed += 1;
    await this.#giveUpMissing(stored);
    return removed;
  }

  /**
   * Releases that knew no logo of a sponsor have removed it as unused. `stored`: as listed before. A store without any logo is
   * another bucket, or was restored without its objects: what events have is kept then.
   */
  async #giveUpMissing(stored: ReadonlySet<string>): Promise<void> {
    if (stored.size === 0) return;
    const where = { sponsorLogo: Not(IsNull()) };
    const found = await this.database.manager.find(ShowRow, { select: { showId: true, sponsorLogo: true }, where });
    for (const { showId, sponsorLogo } of found)
      if (sponsorLogo !== null && !stored.has(keyOf(showId, sponsorLogo.hash))) await this.#giveUpMissingOf(showId);
  }

  #giveUpMissingOf(showId: ShowId): Promise<void> {
    return this.database.transaction(async (manager) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const logo = (await manager.findOne(ShowRow, { where: { showId }, lock }))?.sponsorLogo;
      if (!logo || (await this.objects.stat(keyOf(showId, logo.hash))) !== null) return;
      this.log.warn({ showId }, 'the logo of a sponsor is not in the store, and was given up');
      await this.#keep(manager, showId, 'sponsor', null);
    });
  }

  #removeUnused(key: string): Promise<boolean> {
    const [showId = '', hash] = key.slice(LOGOS.length).split('/');
    return this.database.transaction(async (manager) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const show = await manager.findOne(ShowRow, { where: { showId: showId as ShowId }, lock });
      if (show !== null && shows(show, hash)) return false;
      await this.objects.remove(key);
      return true;
    });
  }

  async #keep(manager: EntityManager, showId: ShowId, owner: LogoOwner, logo: StoredLogo | null) {
    await manager.update(ShowRow, { showId }, owner === 'event' ? { logo } : { sponsorLogo: logo });
    return { logo: logoOf({ showId }, logo) };
  }

  async #reach<T>(code: ErrorCode, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ObjectStoreUnavailableError)) throw error;
      this.log.warn({ err: error }, 'the object store is unavailable');
      throw new RefusedError(code);
    }
  }
}
