/* Constants of the WebSocket protocol. Without schemas, so that browsers do not have to load them. */

/** Incremented when a frame changes shape. A gateway accepts this version and the one before. */
export const PROTOCOL_VERSION = 1;

/** How long a disconnected client can resume without a snapshot, in ms: 90 s, and up to 8 s to reconnect. */
export const RESUMABLE_MS = 100_000;

/** How often a gateway publishes the connected users of a game, and how long such a message is valid. */
export const PRESENCE_LIMITS = { everyMs: 5_000, expiresMs: 12_000 } as const;

export const FRAME_LIMITS = {
  /** Longest frame from a client. */
  maxBytes: 8 * 1024,
  /** The server closes a socket that has not sent a hello after this time. */
  helloWithinMs: 5_000,
  /** How often a client pings. The server closes a socket that has sent nothing for `silentAfterMs`. */
  pingEveryMs: 10_000,
  silentAfterMs: 25_000,
} as const;

/** Application close codes (RFC 6455: 4000 to 4999). The name is also the label in metrics. */
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
