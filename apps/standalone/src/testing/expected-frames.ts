import {
  Arrive,
  AuthFrame,
  ClientFrame,
  type CloseReason,
  CommandFrame,
  Echo,
  Enter,
  Hello,
  OperationsHello,
  Ping,
  ShowHello,
} from '@earworm/contracts';
import { z } from 'zod';
import { INSIDE, type Inside, OUTSIDE, type Outside, type RoleName } from './roles.js';

/** `ok`: the socket stays open. Of `enter` also the code of its answer. */
export type FrameOutcome = 'ok' | CloseReason;
type FrameRow = Readonly<Record<RoleName, FrameOutcome>>;

const row = (
  outside: Readonly<Record<Outside, FrameOutcome>>,
  inside: FrameOutcome,
  exceptions: Partial<FrameRow> = {},
): FrameRow => ({
  ...outside,
  ...(Object.fromEntries(INSIDE.map((role) => [role, inside])) as Record<Inside, FrameOutcome>),
  ...exceptions,
});

const BAD_TOKEN: Readonly<Record<Outside, FrameOutcome>> = {
  anonymous: 'bad-frame',
  expired: 'token-expired',
  wrongIssuer: 'unauthenticated',
  wrongAudience: 'unauthenticated',
  tampered: 'unauthenticated',
  signedOut: 'token-expired',
};
/** Without a hello that was accepted. */
const NO_HELLO = Object.fromEntries(OUTSIDE.map((role) => [role, 'no-hello'])) as Record<Outside, FrameOutcome>;

const EVERY_OUTSIDE = Object.fromEntries(OUTSIDE.map((role) => [role, 'ok'])) as Record<Outside, FrameOutcome>;

/** What each frame of a browser leads to in the hands of each role. */
export const EXPECTED_FRAMES = {
  'hello as player': row(BAD_TOKEN, 'ok'),
  'hello as moderator': row(BAD_TOKEN, 'forbidden', { moderator: 'ok' }),
  'hello as stage': row(BAD_TOKEN, 'forbidden', { moderator: 'ok' }),
  'hello as stage with its key': row(BAD_TOKEN, 'ok'),
  'hello as observer': row(BAD_TOKEN, 'forbidden', { admin: 'ok' }),
  'hello to operations': row(BAD_TOKEN, 'forbidden', { admin: 'ok' }),
  /** The event is the moderator's. */
  'hello to an event': row(BAD_TOKEN, 'forbidden', { moderator: 'ok' }),
  /** Needs no token. */
  arrive: row(EVERY_OUTSIDE, 'ok'),
  /** Who brings no token becomes a guest. */
  enter: row({ ...BAD_TOKEN, anonymous: 'ok' }, 'ok'),
  /** Brings this role's token to the socket of the guest: only their own renews it; one that has ended changes nothing. */
  auth: row({ ...BAD_TOKEN, expired: 'ok', signedOut: 'ok' }, 'forbidden', { guest: 'ok' }),
  /** What each command is answered stands in `expected-commands.ts`. */
  command: row(NO_HELLO, 'ok'),
  ping: row(NO_HELLO, 'ok'),
  echo: row(NO_HELLO, 'ok'),
} as const satisfies Record<string, FrameRow>;

export type FrameName = keyof typeof EXPECTED_FRAMES;

const NAMES = new Map<unknown, readonly FrameName[]>([
  [Hello, [...Hello.shape.as.options.map((as) => `hello as ${as}` as const), 'hello as stage with its key']],
  [OperationsHello, ['hello to operations']],
  [ShowHello, ['hello to an event']],
  [Arrive, ['arrive']],
  [Enter, ['enter']],
  [AuthFrame, ['auth']],
  [CommandFrame, ['command']],
  [Ping, ['ping']],
  [Echo, ['echo']],
]);

/** Every frame that the schema accepts, a hello once for each role that it can name. */
export const FRAME_NAMES: readonly string[] = framesIn(ClientFrame).flatMap(
  (frame) => NAMES.get(frame) ?? `a frame without a row: ${JSON.stringify(z.toJSONSchema(frame))}`,
);

function framesIn(schema: z.core.$ZodType): z.core.$ZodType[] {
  return schema instanceof z.ZodUnion ? schema.options.flatMap(framesIn) : [schema];
}
