import { setTimeout as wait } from 'node:timers/promises';
import { limitRefusal, RefusedError } from '@earworm/contracts';
import { LRUCache } from 'lru-cache';
import { checkActionLimit, type Limiter, spend } from './action-limits.js';
import type { Caller } from './callers.js';
import type { SignedLinks } from './signed-links.js';

/** Codes that were right at an address: people there see them on a screen, so that they cost nothing. */
const KNOWN = { max: 50_000, ttl: 12 * 3_600_000 };
/** Different codes of one address that wait; the next ones are refused. */
const WAITING_CODES = 40;
const GLOBAL = { userId: '', gameId: 'global' };

export interface Tried {
  readonly code: string;
  /** Of a link or QR code. */
  readonly signature?: string | undefined;
  readonly caller: Caller;
  /** Called before it waits in the line. */
  readonly onQueued?: (() => void) | undefined;
}

interface Waiting {
  readonly lookUp: () => Promise<unknown>;
  readonly answer: PromiseWithResolvers<unknown>;
  people: number;
}

/**
 * Game codes are tried by people who mistype and by programs that guess. Wrong ones cost points of `try_code`, those of
 * signed links nothing. At an address
 * without points the codes wait and are tried one after the other, first what most people ask for, so that one prankster
 * does not keep a hall out.
 */
export class CodeLimits {
  readonly #known = new LRUCache<string, true>(KNOWN);
  /** By address, then by code. */
  readonly #lines = new Map<string, Map<string, Waiting>>();

  constructor(
    private readonly limiter: Limiter,
    private readonly links: Pick<SignedLinks, 'fits'>,
  ) {}

  /** Throws the refusal of `lookUp` (`game-not-found`, `crew-link-unknown`: the code is wrong) or of the limit. */
  async find<T>({ code, signature, caller, onQueued = () => undefined }: Tried, lookUp: () => Promise<T>): Promise<T> {
    if (signature !== undefined && this.links.fits(code, signature)) {
      const found = await lookUp();
      this.#known.set(keyOf(caller, code), true);
      return found;
    }
    if (this.#known.has(keyOf(caller, code))) return lookUp();
    const inTurn = () => {
      onQueued();
      return this.#inTurn(code, caller, lookUp);
    };
    if (await this.#mustWait(caller)) return inTurn();
    const found = await lookUp().catch((error: unknown) => this.#charged(error, caller, onQueued));
    // Again: parallel attempts must not get more answers.
    if (await this.#mustWait(caller)) return inTurn();
    this.#known.set(keyOf(caller, code), true);
    return found;
  }

  /** False: may try at once. Throws when the device has no points left. */
  async #mustWait(caller: Caller): Promise<boolean> {
    const request = { ...GLOBAL, ...caller, action: 'try_code' as const, spend: false };
    const { allowed, resetTime, delay } = await checkActionLimit(this.limiter, request);
    if (!allowed) throw limitRefusal('try_code', resetTime);
    return (delay ?? null) !== null;
  }

  async #charged(error: unknown, caller: Caller, onQueued: () => void): Promise<never> {
    if (isWrong(error)) {
      const delay = await spend(this.limiter, 'try_code', { ...GLOBAL, caller });
      if (delay !== null) {
        onQueued();
        await wait(delay.ms);
      }
    }
    throw error;
  }

  /** A wrong code costs the device of each who waited for it; the turn itself costs only their address. */
  #inTurn<T>(code: string, caller: Caller, lookUp: () => Promise<T>): Promise<T> {
    return this.#answerOf(code, caller, lookUp).catch(async (error: unknown) => {
      if (isWrong(error)) await spend(this.limiter, 'try_code', { ...GLOBAL, caller: { ...caller, address: null } });
      throw error;
    });
  }

  #answerOf<T>(code: string, { address: known }: Caller, lookUp: () => Promise<T>): Promise<T> {
    const address = known ?? '';
    const line = this.#lines.get(address) ?? new Map<string, Waiting>();
    const waiting = line.get(code);
    if (waiting !== undefined) {
      waiting.people += 1;
      return waiting.answer.promise as Promise<T>;
    }
    if (line.size >= WAITING_CODES) return Promise.reject(limitRefusal('try_code', 0));
    const answer = Promise.withResolvers<unknown>();
    line.set(code, { lookUp, answer, people: 1 });
    if (!this.#lines.has(address)) {
      this.#lines.set(address, line);
      void this.#serve(address, line);
    }
    return answer.promise as Promise<T>;
  }

  async #serve(address: string, line: Map<string, Waiting>): Promise<void> {
    const caller = { device: null, address };
    while (line.size > 0) {
      const [code, { lookUp, answer }] = [...line].reduce((most, each) =>
        each[1].people > most[1].people ? each : most,
      );
      await this.#tried(caller, lookUp).then(
        (found) => {
          this.#known.set(keyOf(caller, code), true);
          answer.resolve(found);
        },
        (error: unknown) => answer.reject(error),
      );
      line.delete(code);
    }
    this.#lines.delete(address);
  }

  /** The rate-limit service gives the places of all gateways. */
  async #tried(caller: Caller, lookUp: () => Promise<unknown>): Promise<unknown> {
    const delay = await spend(this.limiter, 'try_code', { ...GLOBAL, caller });
    if (delay !== null) await wait(delay.ms);
    return lookUp();
  }
}

const keyOf = ({ address }: Caller, code: string): string => `${address} ${code}`;
const isWrong = (error: unknown): boolean =>
  error instanceof RefusedError && (error.code === 'game-not-found' || error.code === 'crew-link-unknown');
