import type { z } from 'zod';
import type { ErrorCode } from './errors.js';

/** Who may use a route. Guests are signed in. */
export type Access = 'public' | 'signed-in' | 'admin';

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The body comes as a form (`application/x-www-form-urlencoded`), not as JSON. */
  readonly form?: boolean;
  readonly reply: z.ZodType;
  readonly errors: readonly ErrorCode[];
}

/** One route of the table, typed as what it is. */
export const route = <R extends Route>(r: R) => r;

/** For a schema of a route: what breaks it is refused with this code, not with `bad-request`. */
export const refusedWith = (code: ErrorCode) => ({ error: code });
