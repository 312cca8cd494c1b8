import { randomUUID } from 'node:crypto';
import { importJWK, type JWK, SignJWT } from 'jose';
import { newSigningKey, type PublicKey } from '../../tokens/secrets.js';

/** The issuer of assertions: a name that the realm knows, not an address. */
export const ASSERTION_ISSUER = 'https://earworm.local/identity';
/** How long Keycloak may take a guest's assertion. */
const ASSERTION_SECONDS = 60;
/** How often every replica reads the keys. */
export const READ_KEYS_EVERY_MS = 5_000;
/** What was read this lately is published without another look: anybody may ask, as often as they like. */
const PUBLISHED_FOR_MS = 1_000;
/** A new key is published for so long before assertions are signed with it: no replica publishes less than another one signs. */
const PUBLISHED_BEFORE_SECONDS = 15;
/** The key before it stays published for so long after: what it has signed may still be on its way. */
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

type SigningKey = Awaited<ReturnType<typeof importJWK>>;

/** The keys that assertions for guests are signed with: in the database, so that all replicas use and publish the same ones. */
export class AssertionKeys {
  #published: PublicKey[] = [];
  #signing: { readonly kid: string; readonly key: SigningKey } | null = null;
  #reading: Promise<void> | null = null;
  #readAt = -Infinity;

  private constructor(
    private readonly db: KeyTable,
    private readonly days: number,
    private readonly audience: () => string,
    private readonly now: () => number,
  ) {}

  /** `audience`: the realm's issuer. `days`: a key older than that is replaced. */
  static async open(
    db: KeyTable,
    terms: {
      readonly days: number;
      readonly audience: () => string;
      readonly now?: () => number;
    },
  ): Promise<AssertionKeys> {
    const keys = new AssertionKeys(db, terms.days, terms.audience, terms.now ?? Date.now);
    await keys.renew();
    return keys;
  }

  /** Replaces a key that is too old, and reads what other replicas have made. */
  async renew(): Promise<void> {
    await rotateAssertionKey(this.db, { olderThanDays: this.days });
    await this.#read();
  }

  /** As of a second ago in the database at most: Keycloak asks when it meets a key that it does not know. Many who ask at once share one look. */
  async published(): Promise<PublicKey[]> {
    if (performance.now() - this.#readAt >= PUBLISHED_FOR_MS) {
      this.#reading ??= this.#read().finally(() => (this.#reading = null));
      await this.#reading;
    }
    return this.#published;
  }

  async sign(subject: string): Promise<string> {
    if (this.#signing === null) throw new Error('there is no key to sign with');
    const { kid, key } = this.#signing;
    const now = Math.floor(this.now() / 1_000);
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
      .setIssuer(ASSERTION_ISSUER)
      .setAudience(this.audience())
      .setSubject(subject)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + ASSERTION_SECONDS)
      .sign(key);
  }

  async #read(): Promise<void> {
    const readAt = performance.now();
    const rows = await this.db.query<Row[]>(
      `select private_jwk as jwk, used_from <= now() as "isUsed" from assertion_key order by used_from desc`,
    );
    this.#published = rows.map(({ jwk: { d: _, ...publicJwk } }) => publicJwk as PublicKey);
    this.#readAt = readAt;
    const newest = rows.find(({ isUsed }) => isUsed)?.jwk;
    if (newest?.kid !== undefined && newest.kid !== this.#signing?.kid)
      this.#signing = { kid: newest.kid, key: await importJWK(newest, 'ES256') };
  }
}

/**
 * Makes a new key unless the newest is younger than `olderThanDays`; says whether it did. It is published at once, signs a
 * little later, and the one before it stays published for ten minutes more. Nobody has to be signed in again: assertions
 * live for a minute, and the tokens that they bring are Keycloak's.
 */
export async function rotateAssertionKey(
  db: Pick<KeyTable, 'transaction'>,
  { olderThanDays }: { readonly olderThanDays: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.query('lock table assertion_key in share row exclusive mode');
    await tx.query('delete from assertion_key where kept_until < now()');
    const [newest] = await tx.query<{ isYoung: boolean }[]>(
      `select created_at > now() - make_interval(days => $1) as "isYoung" from assertion_key order by created_at desc limit 1`,
      [olderThanDays],
    );
    if (newest?.isYoung) return false;
    const wait = newest === undefined ? 0 : PUBLISHED_BEFORE_SECONDS;
    await tx.query(`update assertion_key set kept_until = now() + make_interval(secs => $1) where kept_until is null`, [
      wait + KEPT_SECONDS,
    ]);
    const jwk = await newSigningKey();
    await tx.query(
      `insert into assertion_key (kid, private_jwk, used_from) values ($1, $2, now() + make_interval(secs => $3))`,
      [jwk['kid'], JSON.stringify(jwk), wait],
    );
    return true;
  });
}
