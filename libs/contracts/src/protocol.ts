/** The numbers of the WebSocket protocol; without schemas, so that a browser need not load any for them. */

/** Raised when a frame changes shape; a gateway accepts this and the one before. */
export const PROTOCOL_VERSION = 1;

/** A client that was disconnected for 90 s, plus up to 8 s to reconnect, resumes. */
export const RESUMABLE_MS = 100_000;

/** Gateways publish who is connected to a game; each set counts until it expires. */
export const PRESENCE_LIMITS = { everyMs: 5_000, expiresMs: 12_000 } as const;

export const FRAME_LIMITS = {
  maxBytes: 8 * 1024,
  helloWithinMs: 5_000,
  /** A client pings this often; a socket that has not for `silentAfterMs` is closed. */
  pingEveryMs: 10_000,
  silentAfterMs: 25_000,
} as const;

/** WebSocket close codes of our own; each closing is counted under its name. */
export const CLOSE_CODES = {
  'no-hello': 4001,
  'bad-frame': 4002,
  'unknown-frame': 4003,
  flood: 4004,
  unauthenticated: 4005,
  forbidden: 4006,
  'game-not-found': 4007,
  'protocol-too-old': 4008,
  'too-slow': 4009,
  silent: 4010,
  'token-expired': 4011,
  busy: 4012,
  'going-away': 4013,
  replaced: 4014,
} as const;
export type CloseReason = keyof typeof CLOSE_CODES;
