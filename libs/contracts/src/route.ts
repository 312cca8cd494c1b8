import type { z } from 'zod';
import type { Call } from './call.js';
import type { AuditAct, AuditTargetKind } from './calls/audit.js';
import type { ErrorCode } from './error-table.js';
import { type CountedAction, LIMITS } from './limits.js';

/** Who may use a route. A guest counts as signed in. */
export type Access = 'public' | 'signed-in' | 'admin';

/** What the audit log records of a request. Fields are named as in the route's params, query and body. */
export interface Recorded {
  readonly act: AuditAct;
  /** The kind of the target, and the field that holds its id. */
  readonly on?: readonly [kind: AuditTargetKind, field: string];
  /** The field that holds the administrator's reason. */
  readonly reason?: string;
  /** Fields that are copied into the entry. */
  readonly details?: readonly string[];
  /**
   * Refusals that an administrator may override. The request is recorded only if a user without that role would have
   * been refused with one of these codes.
   */
  readonly insteadOf?: readonly ErrorCode[];
}

interface AnyRoute {
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The body is `application/x-www-form-urlencoded` instead of JSON. */
  readonly form?: boolean;
  /** `members`: object keys and array elements. Default: 16 KiB and 1,000 members; refused with `too-large`. */
  readonly bodyLimits?: { readonly bytes: number; readonly members: number; readonly refusal?: ErrorCode };
  /** U+0000 is allowed in the body, because the service cleans texts before storing them. Other routes refuse it. */
  readonly cleansTexts?: true;
  readonly reply: z.ZodType;
  /** Codes that the route may refuse with, without the code of the limit in `spends`. */
  readonly errors: readonly ErrorCode[];
  /** A point of this limit is spent before the body is read. */
  readonly spends?: CountedAction;
  /**
   * Points of the general allowance of the user and the address that a request costs: about one per millisecond of CPU.
   * Default: 1.
   */
  readonly price?: number;
}

/** A route without method and path. Routes for administrators must declare what is recorded, or why nothing is. */
export type DeclaredRoute = AnyRoute &
  (
    | { readonly access: 'admin'; readonly audit: Recorded | { readonly none: string } }
    | { readonly access: 'signed-in'; readonly audit?: Recorded }
    | { readonly access: 'public'; readonly audit?: undefined }
  );

export type Route = DeclaredRoute & { readonly method: 'GET' | 'POST'; readonly path: string };

/** Limits of bodies that contain questions; sized for the largest quiz. */
export const QUIZ_BODY = { bytes: 256 * 1024, members: 20_000, refusal: 'quiz-too-large' } as const;
export const TEMPLATE_BODY = { ...QUIZ_BODY, refusal: 'template-too-large' } as const;

export const route = <const R extends DeclaredRoute>(r: R) => r;

/** What the audit log records of a route's requests; null if nothing. */
export const recordedOf = ({ audit }: DeclaredRoute): Recorded | null =>
  audit === undefined || 'none' in audit ? null : audit;

/** All codes that a route may refuse with, including the code of its limit. */
export const errorsOf = ({ errors, spends }: DeclaredRoute): readonly ErrorCode[] =>
  spends === undefined ? errors : [...new Set([...errors, LIMITS[spends].refusal])];

/** Reply and errors of a route that passes on a call. `also`: further codes that the route refuses with. */
export const answersOf = <C extends Call, E extends ErrorCode>({ reply, errors }: C, ...also: readonly E[]) => ({
  reply: reply as C['reply'],
  errors: [...also, ...errors],
});
