import type { z } from 'zod';
import type { Call } from './call.js';
import type { AuditAct, AuditTargetKind } from './calls/audit.js';
import type { ErrorCode } from './errors.js';
import { type CountedAction, LIMITS } from './limits.js';

/** Who may use a route. Guests are signed in. */
export type Access = 'public' | 'signed-in' | 'admin';

/** What the audit log keeps of a request. Fields are those of the route's params, query and body. */
export interface Recorded {
  readonly act: AuditAct;
  /** The kind of what it is done to, and the field that holds its id. */
  readonly on?: readonly [kind: AuditTargetKind, field: string];
  readonly reason?: string;
  readonly details?: readonly string[];
  /** Refusals that other users get where an administrator may go on; only then is the request recorded. */
  readonly insteadOf?: readonly ErrorCode[];
}

interface AnyRoute {
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The body comes as a form (`application/x-www-form-urlencoded`), not as JSON. */
  readonly form?: boolean;
  /** Default: 16 KiB with 1,000 keys and elements; a longer body is refused `too-large`. */
  readonly bodyLimits?: { readonly bytes: number; readonly members: number; readonly refusal?: ErrorCode };
  /** Its texts are cleaned where they are stored; other routes refuse U+0000. */
  readonly cleansTexts?: true;
  readonly reply: z.ZodType;
  /** Its refusals, but for that of the limit it spends. */
  readonly errors: readonly ErrorCode[];
  /** The limit that a point is spent of before the body is read. */
  readonly spends?: CountedAction;
}

/** An administrator's route says what is recorded of it, or why nothing need be. */
export type DeclaredRoute = AnyRoute &
  (
    | { readonly access: 'admin'; readonly audit: Recorded | { readonly none: string } }
    | { readonly access: 'signed-in'; readonly audit?: Recorded & Required<Pick<Recorded, 'insteadOf'>> }
    | { readonly access: 'public'; readonly audit?: undefined }
  );

export type Route = DeclaredRoute & { readonly method: 'GET' | 'POST'; readonly path: string };

/** Of bodies that hold questions: the largest quiz. */
export const QUIZ_BODY = { bytes: 256 * 1024, members: 20_000, refusal: 'quiz-too-large' } as const;
export const TEMPLATE_BODY = { ...QUIZ_BODY, refusal: 'template-too-large' } as const;

export const route = <const R extends DeclaredRoute>(r: R) => r;

/** What the audit log keeps of a route's requests; null: nothing. */
export const recordedOf = ({ audit }: DeclaredRoute): Recorded | null =>
  audit === undefined || 'none' in audit ? null : audit;

export const errorsOf = ({ errors, spends }: DeclaredRoute): readonly ErrorCode[] =>
  spends === undefined ? errors : [...new Set([...errors, LIMITS[spends].refusal])];

/** A route that answers what a call does, and refuses `also`. */
export const answersOf = <C extends Call, E extends ErrorCode>({ reply, errors }: C, ...also: readonly E[]) => ({
  reply: reply as C['reply'],
  errors: [...also, ...errors],
});

/** For a schema of a route: what breaks it is refused with this code, not with `bad-request`. */
export const refusedWith = (code: ErrorCode) => ({ error: code });
