import { randomUUID } from 'node:crypto';
import { importJWK, type JWK, SignJWT } from 'jose';
import { newSigningKey, type PublicKey } from '../../tokens/secrets.js';
import { REALM_PATH } from '../../identity.config.js';
import type { RealmMiddleware } from '../identity-provider.js';
import {
  DELETE_EXPIRED_KEYS,
  EXPIRE_KEYS,
  INSERT_KEY,
  LOCK_KEYS,
  SELECT_KEYS,
  SELECT_NEWEST_KEY,
} from './keycloak.sql.js';

/** A name in the realm's configuration, not an address. */
export const ASSERTION_ISSUER = 'https://earworm.local/identity';
const ASSERTION_SECONDS = 60;
export const READ_KEYS_EVERY_MS = 5_000;
/** Bounds the reads caused by public requests. */
const PUBLISHED_FOR_MS = 1_000;
/** A new key signs only after this: every replica publishes it by then. */
const PUBLISHED_BEFORE_SECONDS = 15;
/** A replaced key is published for so long, for assertions in flight. */
const KEPT_SECONDS = 600;

interface Row {
  readonly jwk: JWK;
  readonly isUsed: boolean;
}

interface Queries {
  query<T>(sql: string, parameters?: unknown[]): Promise<T>;
}

interface KeyTable extends Queries {
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
}

export interface AssertionKeysOptions {
  readonly days: number;
  readonly audience: () => string;
  readonly now?: () => number;
}

/** The keys for guests' assertions, in the database, so that all replicas sign with and publish the same ones. */
export class AssertionKeys {
  #published: PublicKey[] = [];
  #signing: { readonly kid: string; readonly key: Awaited<ReturnType<typeof importJWK>> } | null = null;
  #reading: Promise<void> | null = null;
  #readAt = -Infinity;

  private constructor(
    private readonly db: KeyTable,
    private readonly options: AssertionKeysOptions,
  ) {}

  static async open(db: KeyTable, options: AssertionKeysOptions): Promise<AssertionKeys> {
    const keys = new AssertionKeys(db, options);
    await keys.renew();
    return keys;
  }

  async renew(): Promise<void> {
    await rotateAssertionKey(this.db, { olderThanDays: this.options.days });
    await this.#read();
  }

  /** At most a second old: Keycloak asks when it meets an unknown key. */
  async published(): Promise<PublicKey[]> {
    if (performance.now() - this.#readAt >= PUBLISHED_FOR_MS) {
      this.#reading ??= this.#read().finally(() => (this.#reading = null));
      await this.#reading;
    }
    return this.#published;
  }

  async sign(subject: string): Promise<string> {
    if (this.#signing === null) throw new Error('no signing key');
    const { audience, now: clock = Date.now } = this.options;
    const { kid, key } = this.#signing;
    const now = Math.floor(clock() / 1_000);
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
      .setIssuer(ASSERTION_ISSUER)
      .setAudience(audience())
      .setSubject(subject)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + ASSERTION_SECONDS)
      .sign(key);
  }

  async #read(): Promise<void> {
    const readAt = performance.now();
    const rows = await this.db.query<Row[]>(SELECT_KEYS);
    this.#published = rows.map(({ jwk: { d: _, ...publicJwk } }) => publicJwk as PublicKey);
    this.#readAt = readAt;
    const newest = rows.find(({ isUsed }) => isUsed)?.jwk;
    if (newest?.kid !== undefined && newest.kid !== this.#signing?.kid)
      this.#signing = { kid: newest.kid, key: await importJWK(newest, 'ES256') };
  }
}

/** Returns whether it made a new key. Affects no session: Keycloak signs the tokens that assertions are exchanged for. */
export async function rotateAssertionKey(
  db: Pick<KeyTable, 'transaction'>,
  { olderThanDays }: { readonly olderThanDays: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.query(LOCK_KEYS);
    await tx.query(DELETE_EXPIRED_KEYS);
    const [newest] = await tx.query<{ isYoung: boolean }[]>(SELECT_NEWEST_KEY, [olderThanDays]);
    if (newest?.isYoung) return false;
    const wait = newest === undefined ? 0 : PUBLISHED_BEFORE_SECONDS;
    await tx.query(EXPIRE_KEYS, [wait + KEPT_SECONDS]);
    const jwk = await newSigningKey();
    await tx.query(INSERT_KEY, [jwk['kid'], JSON.stringify(jwk), wait]);
    return true;
  });
}

const PATH = `${REALM_PATH}/protocol/openid-connect/certs`;

/** Publishes the keys of assertions to Keycloak, as a JWK set. */
export const assertionKeysRoute =
  (keys: Pick<AssertionKeys, 'published'>, onError: (error: unknown) => void): RealmMiddleware =>
  (req, res) => {
    const path = (req.originalUrl ?? req.url ?? '').split('?')[0];
    if (path !== PATH || (req.method !== 'GET' && req.method !== 'HEAD')) {
      res.writeHead(path === PATH ? 405 : 404).end();
      return;
    }
    keys.published().then(
      (published) => {
        res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        res.end(JSON.stringify({ keys: published }));
      },
      (error: unknown) => {
        onError(error);
        res.writeHead(503).end();
      },
    );
  };
