import { randomUUID } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { RefusedError } from '@earworm/contracts';
import { RefreshSession } from './refresh-session.entity.js';
import { type SigningKey, signJwt } from './secrets.js';
import { DELETE_OLD_SESSIONS, DELETE_PROVIDER_SESSIONS, INSERT_SESSION } from './tokens.sql.js';

/** For a retry after a lost answer; later a reused token is a stolen one. Longer than the 90 s that a phone may be offline. */
const GRACE_SECONDS = 120;
/** The least recently used is signed out. */
const SESSIONS_PER_USER = 20;

const Payload = z.object({
  sub: z.string(),
  iat: z.number(),
  typ: z.enum(['Refresh', 'Ticket']),
  sid: z.string().optional(),
  gen: z.number().int().optional(),
});

export const TICKET_TYPE = 'refresh+jwt';

export interface Refreshed {
  readonly userId: string;
  readonly refreshToken: string;
  readonly session: string;
  readonly ticketFrom?: number;
}

export interface Ended {
  readonly userId: string;
  readonly sessions: readonly string[];
  readonly isGuest: boolean;
  readonly providerSession: string | null;
}

/** A guest has only one. */
export const sessionOfGuest = (userId: string): string => userId;

/**
 * Refresh tokens are JWTs, which keycloak-js decodes. A guest's is a stateless ticket; a registered user's belongs to a session
 * row and rotates with each use: reuse after the grace period ends the session.
 */
export class RefreshTokens {
  readonly seconds: number;

  constructor(
    private readonly db: DataSource,
    private readonly key: SigningKey,
    private readonly issuer: string,
    days: number,
  ) {
    this.seconds = days * 86_400;
  }

  ticket(userId: string): string {
    return this.#sign(userId, { typ: 'Ticket' });
  }

  /** `providerSession`: the browser's session at the realm's own pages. */
  async open(user: { readonly id: string }, id: string, providerSession: string | null = null): Promise<string> {
    await this.db.query(INSERT_SESSION, [id, user.id, this.seconds, providerSession]);
    await this.db.query(DELETE_OLD_SESSIONS, [user.id, SESSIONS_PER_USER]);
    return this.#sign(user.id, { typ: 'Refresh', sid: id, gen: 0 });
  }

  /** Throws `token-expired` for an invalid, expired, signed-out or reused token. */
  async use(token: string): Promise<Refreshed> {
    const payload = await this.#read(token);
    if (payload.typ === 'Ticket') {
      return {
        userId: payload.sub,
        refreshToken: this.ticket(payload.sub),
        session: sessionOfGuest(payload.sub),
        ticketFrom: payload.iat * 1000,
      };
    }
    const { sid = '', gen = -1 } = payload;
    const generation = await this.#rotate(sid, gen);
    return {
      userId: payload.sub,
      refreshToken: this.#sign(payload.sub, { typ: 'Refresh', sid, gen: generation }),
      session: sid,
    };
  }

  async end(token: string): Promise<Ended> {
    const payload = await this.#read(token);
    const { sub: userId } = payload;
    if (payload.typ === 'Ticket')
      return { userId, sessions: [sessionOfGuest(userId)], isGuest: true, providerSession: null };
    const id = payload.sid ?? '';
    const sessions = this.db.getRepository(RefreshSession);
    const session = await sessions.findOneBy({ id });
    await sessions.delete({ id });
    const providerSession = session?.providerSession ?? null;
    // Access tokens issued by a redirect have the session there as `sid` until they are refreshed.
    const ids = providerSession === null ? [id] : [id, providerSession];
    return { userId, sessions: ids, isGuest: false, providerSession };
  }

  /** Ends the sessions of a browser's session at the realm's own pages; returns their ids. */
  async endOf(providerSession: string): Promise<string[]> {
    const [ended] = await this.db.query<[{ id: string }[], number]>(DELETE_PROVIDER_SESSIONS, [providerSession]);
    return ended.map(({ id }) => id);
  }

  async #rotate(sid: string, gen: number): Promise<number> {
    const sessions = this.db.getRepository(RefreshSession);
    const taken = await sessions
      .createQueryBuilder()
      .update()
      .set({
        generation: gen + 1,
        rotatedAt: () => 'now()',
        expiresAt: () => `now() + make_interval(secs => ${this.seconds})`,
      })
      .where('id = :sid and generation = :gen and expires_at > now()', { sid, gen })
      .execute();
    if (taken.affected) return gen + 1;
    const session = await sessions.findOneBy({ id: sid });
    if (!session || session.expiresAt.getTime() <= Date.now()) throw new RefusedError('token-expired');
    const isRetry = session.generation === gen + 1 && Date.now() - session.rotatedAt.getTime() < GRACE_SECONDS * 1000;
    if (isRetry) return session.generation;
    await sessions.delete({ id: sid });
    throw new RefusedError('token-expired');
  }

  #sign(userId: string, claims: Record<string, unknown>): string {
    const { issuer, seconds } = this;
    const iat = Math.floor(Date.now() / 1000);
    // Audience: the issuer itself, so that no service accepts it as an access token.
    const standard = { iss: issuer, aud: issuer, sub: userId, jti: randomUUID(), iat, exp: iat + seconds };
    return signJwt(this.key, TICKET_TYPE, { ...claims, ...standard });
  }

  async #read(token: string): Promise<z.infer<typeof Payload>> {
    try {
      const { issuer } = this;
      const options = { issuer, audience: issuer, algorithms: ['ES256'], typ: TICKET_TYPE };
      const { payload } = await jwtVerify(token, this.key.publicKey, options);
      return Payload.parse(payload);
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw new RefusedError('token-expired');
      throw error;
    }
  }
}
