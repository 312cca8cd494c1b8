import { z } from 'zod';
import { fitsName, NAME_MAX_UNITS } from '@earworm/rules';
import { ACCOUNT_ROUTES } from './account-routes.js';
import { CLIP_ROUTES } from './clip-routes.js';
import { listErasures } from './calls/erasures.js';
import { GameResult, HistoryEntry, HistoryList } from './calls/library.js';
import { LimitedAction } from './calls/rate-limit.js';
import { readOutbox, requestReset, SignInEndpoints, Tokens } from './calls/identity.js';
import { guestMoves } from './calls/moves.js';
import { erasePerson } from './calls/person-erasures.js';
import { exportFromIdentity } from './calls/person-exports.js';
import { CREW_LINK_ROUTES } from './crew-link-routes.js';
import { FEEDBACK_ROUTES } from './feedback-routes.js';
import { GAME_ROUTES } from './game-routes.js';
import { EXPORT_PARTS, PATHS } from './paths.js';
import { PrivacyFacts } from './privacy.js';
import { refusedWith } from './errors.js';
import { answersOf, type DeclaredRoute, type Recorded, route } from './route.js';
import { SHOW_ROUTES } from './show-routes.js';
import { TELEMETRY_ROUTES } from './telemetry-routes.js';
import { CREW_ROUTES } from './crew-routes.js';
import { TEMPLATE_ROUTES } from './template-routes.js';

export { type Access, errorsOf, type Recorded, recordedOf, type Route } from './route.js';

/* Fields of the sign-in and sign-up forms, with their own error codes. */
const DisplayNameText = z
  .string()
  .regex(/\S/, refusedWith('display-name-required'))
  .max(NAME_MAX_UNITS, refusedWith('name-too-long'))
  .refine((name) => fitsName(name.trim()), refusedWith('name-too-long'));
const EmailText = z.string().max(254).regex(/\S/, refusedWith('email-required'));
const PasswordText = z.string().max(256);

const DECLARED = {
  about: route({
    access: 'public',
    summary: 'Where people reach this server',
    reply: z.strictObject({
      publicUrl: z.string().nullable(),
      lanUrl: z.string().nullable(),
      singleSignOn: z.boolean().optional(),
      /** Where a browser signs in by redirect; absent while unknown. */
      signInEndpoints: SignInEndpoints.optional(),
    }),
    errors: [],
  }),
  privacy: route({
    access: 'public',
    price: 4,
    summary: 'What this installation keeps, for how long, and which other hosts browsers contact',
    reply: PrivacyFacts,
    errors: [],
  }),
  ...GAME_ROUTES,
  ...CREW_ROUTES,
  history: route({
    access: 'signed-in',
    price: 4,
    summary: 'Games the user played; if none, games they moderated; at most 20',
    query: z.strictObject({ list: HistoryList.optional() }),
    reply: z.strictObject({ games: z.array(HistoryEntry) }),
    errors: ['unavailable'],
  }),
  ...TEMPLATE_ROUTES,
  gameResult: route({
    access: 'signed-in',
    price: 4,
    audit: { act: 'game-result-read', on: ['game', 'gameId'], insteadOf: ['not-found'] },
    summary: 'Final scores of a game the user took part in (admins: of any game), and every question that was played',
    params: z.strictObject({ gameId: z.string().max(80) }),
    reply: GameResult,
    errors: ['invalid-game-id', 'not-found', 'unavailable'],
  }),
  checkGameActionLimit: route({
    access: 'signed-in',
    summary: 'Spend one point of a limit',
    body: z.strictObject({ gameId: z.string().max(64), action: LimitedAction }),
    reply: z.strictObject({ remaining: z.number().int(), resetTime: z.number(), message: z.string().optional() }),
    errors: ['limit-create', 'limit-answer', 'limit-judge', 'limit-join', 'limit-select'],
  }),
  guest: route({
    access: 'public',
    summary: 'Sign in as a guest',
    /** `device` is ignored; pages of the previous release send it. */
    body: z.strictObject({ device: z.string().max(64).optional() }),
    reply: Tokens,
    errors: ['guest-failed', 'guest-wait', 'limit-sign-in', 'busy'],
  }),
  signIn: route({
    access: 'public',
    summary: 'Sign in with e-mail and password',
    body: z.strictObject({ email: EmailText, password: PasswordText.min(1, refusedWith('password-required')) }),
    reply: Tokens,
    errors: [
      'email-required',
      'password-required',
      'invalid-credential',
      'invalid-email',
      'user-disabled',
      'single-sign-on-needed',
      'limit-sign-in',
      'sign-in-failed',
    ],
  }),
  signUp: route({
    access: 'public',
    summary: 'Create an account',
    body: z.strictObject({ displayName: DisplayNameText, email: EmailText, password: PasswordText }),
    reply: Tokens,
    errors: [
      'name-too-long',
      'email-required',
      'email-already-in-use',
      'weak-password',
      'password-too-common',
      'invalid-email',
      'display-name-required',
      'display-name-invalid',
      'limit-sign-in',
      'sign-up-failed',
    ],
  }),
  refresh: route({
    access: 'public',
    summary: 'New tokens for a refresh token',
    body: z.strictObject({ refreshToken: z.string().max(8192) }),
    reply: Tokens,
    errors: ['token-expired', 'unavailable'],
  }),
  token: route({
    access: 'public',
    summary:
      'New tokens for a refresh token, as an OAuth 2 token endpoint: 400 with `invalid_grant` once the session is over',
    form: true,
    body: z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string().min(1).max(8192) }),
    reply: Tokens,
    errors: ['unavailable'],
  }),
  signOut: route({
    access: 'public',
    summary: 'End the session of a refresh token',
    body: z.strictObject({ refreshToken: z.string().max(8192) }),
    reply: z.strictObject({}),
    errors: ['limit-sign-in'],
  }),
  reset: route({
    access: 'public',
    summary: 'Send a reset link; answers alike whether or not there is such an account',
    body: z.strictObject({ email: EmailText }),
    reply: requestReset.reply,
    errors: ['email-required', 'invalid-email', 'limit-sign-in', 'reset-failed'],
  }),
  resetConfirm: route({
    access: 'public',
    summary: 'Set a new password with the link from the mail',
    body: z.strictObject({ token: z.string().max(256), password: z.string().max(256) }),
    reply: z.strictObject({}),
    errors: ['reset-link-invalid', 'weak-password', 'password-too-common'],
  }),
  moveGuest: route({
    access: 'signed-in',
    summary:
      'Move what a guest has to the account that they have signed in to by redirect (accounts, with the guest’s own token)',
    body: z.strictObject({ guestToken: z.string().max(8192) }),
    reply: z.strictObject({}),
    errors: ['limit-sign-in', 'unavailable'],
  }),
  guestMoves: route({
    access: 'signed-in',
    summary:
      'What was brought to the account by guests who signed in to it within the last hour, and whether all of it has arrived',
    reply: guestMoves.reply,
    errors: ['unavailable'],
  }),
  exportMe: route({
    access: 'signed-in',
    price: 5,
    summary:
      'Everything that one part of the server has of the user, page by page: pass `next` as `after` until it is null',
    query: z.strictObject({ part: z.enum(EXPORT_PARTS), after: z.string().max(200).optional() }),
    ...answersOf(exportFromIdentity),
  }),
  eraseMe: route({
    access: 'signed-in',
    price: 20,
    summary:
      'Delete the user with everything that is theirs; in games of others they become a former player. `userId`: the user’s own, so that no one else is deleted who has signed in meanwhile',
    body: erasePerson.request,
    ...answersOf(erasePerson),
  }),
  outbox: route({
    access: 'admin',
    audit: { act: 'outbox-read' },
    summary: 'Mail kept in the local outbox',
    reply: readOutbox.reply,
    errors: ['unavailable'],
  }),
  listErasures: route({
    access: 'admin',
    price: 2,
    audit: { none: 'how many games were erased, and when; it names none' },
    summary: 'How many games wait to be erased, and how many were, by day and cause',
    ...answersOf(listErasures),
  }),
  ...ACCOUNT_ROUTES,
  ...CLIP_ROUTES,
  ...TELEMETRY_ROUTES,
  ...FEEDBACK_ROUTES,
  ...CREW_LINK_ROUTES,
  ...SHOW_ROUTES,
} as const satisfies Record<RouteName, DeclaredRoute>;

export type RouteName = keyof typeof PATHS;
type Routes = { readonly [N in RouteName]: (typeof PATHS)[N] & (typeof DECLARED)[N] };

/**
 * Every HTTP route of the gateway under /api. `openapi.json` is generated from this table.
 * Refusals have the body `{code, params?, message}`.
 */
export const ROUTES = Object.fromEntries(
  Object.entries<DeclaredRoute>(DECLARED).map(([name, declared]) => [
    name,
    { ...PATHS[name as RouteName], ...declared },
  ]),
) as Routes;

/** What the audit log records when an administrator observes a game over the socket. */
export const OBSERVED: Recorded = { act: 'game-observed', on: ['game', 'gameId'] };

/** Routes whose requests the audit log records: all of them, or with `insteadOf` those that needed the admin role. */
export type RecordedRoute = {
  [N in RouteName]: Routes[N] extends { readonly audit: Pick<Recorded, 'act'> } ? N : never;
}[RouteName];
type PartOf<N extends RouteName, Part extends string> =
  Routes[N] extends Readonly<Record<Part, infer Schema extends z.ZodObject>> ? z.input<Schema> : never;
/** Forbids a part that the route does not have. A part that accepts `{}` is optional. */
type PartInput<N extends RouteName, Part extends string> = [PartOf<N, Part>] extends [never]
  ? { readonly [P in Part]?: undefined }
  : object extends PartOf<N, Part>
    ? { readonly [P in Part]?: PartOf<N, Part> }
    : { readonly [P in Part]: PartOf<N, Part> };

export type RouteInput<N extends RouteName> = PartInput<N, 'params'> & PartInput<N, 'query'> & PartInput<N, 'body'>;
export type RouteReply<N extends RouteName> = z.output<Routes[N]['reply']>;
