import { join } from 'node:path';
import { z } from 'zod';
import { trustedProxies } from '@earworm/service-kit/client-address';
import { flag, integer, list, loadConfig, port, url, type Env } from '@earworm/service-kit/config';
import { objectsVariables } from '@earworm/service-kit/objects';
import { FRAME_LIMITS, LIMITS, parseLimit, PRESENCE_LIMITS, RESUMABLE_MS } from '@earworm/contracts';

/** Within this a disabled user, a change of roles and a sign-out reach every open socket, announced or not. */
const REVOKED_WITHIN_MS = 10_000;
/** How long an answer with the list of revocations is waited for. */
export const LIST_WITHIN_MS = 2_000;

const web = () => url('http', 'https');
const { points: buzzLimit, seconds: pressSeconds } = parseLimit(LIMITS.answer_submission.rows.LIMIT_ANSWER[0])!;
const ms = (standard: number, max = 600_000) => integer({ min: 1, max, default: standard });

export const variables = z.object({
  PORT: port(3000),
  HOST: z.string().default('0.0.0.0'),
  /** The address people open; its origin may connect, and mailed links lead there. */
  PUBLIC_URL: web().optional(),
  /** This machine's address in the room's network, for a page opened as localhost: phones cannot open that. */
  LAN_URL: web().optional(),
  /** Further origins whose pages may connect, comma-separated. A page from the asked host itself always may. */
  ALLOWED_ORIGINS: list().refine(
    (all) => all.every((each) => URL.canParse(each)),
    'must be origins such as https://play.example.org',
  ),
  TRUSTED_PROXIES: trustedProxies(),
  /** Folder of the built web app; where there is none, only the API is served. */
  WEB_ROOT: z.string().default(() => join(import.meta.dirname, '..', '..', 'web', 'dist')),
  /** The identity service in a separate process, to which requests under /realms are forwarded. */
  IDENTITY_URL: web().default('http://127.0.0.1:3002'),
  /** How long its answer is waited for; signing in waits for a password to be hashed. */
  IDENTITY_WITHIN_MS: ms(15_000),
  /** Also readiness and metrics on the public port, which otherwise says only that the process is live. */
  PUBLIC_PROBES: flag(false),
  /** Who signs the tokens; default: what the identity service says of itself. */
  OIDC_ISSUER: web().optional(),
  OIDC_AUDIENCE: z.string().optional(),
  OIDC_KEYS_URL: web().optional(),
  /** Browsers reach a MinIO directly; without one the folder's addresses are served here. */
  MINIO_ENDPOINT: objectsVariables.MINIO_ENDPOINT,
  MINIO_PUBLIC_ENDPOINT: objectsVariables.MINIO_PUBLIC_ENDPOINT,
  DATA_DIR: objectsVariables.DATA_DIR,
  OBJECTS_DISK_PERCENT: objectsVariables.OBJECTS_DISK_PERCENT,
  LOG_RESERVE_MB: objectsVariables.LOG_RESERVE_MB,

  HELLO_WITHIN_MS: ms(FRAME_LIMITS.helloWithinMs),
  SILENT_AFTER_MS: ms(FRAME_LIMITS.silentAfterMs),
  /** A reader whose line took nothing for this long is closed. */
  STALLED_AFTER_MS: ms(20_000),
  /** Hellos worked on at once, and how many more may wait; the next is told to come back. */
  HELLO_CONCURRENCY: integer({ min: 1, max: 1_000, default: 64 }),
  HELLO_QUEUE: integer({ min: 0, max: 100_000, default: 4_000 }),
  /** What is kept of a game's past for each kind of view. */
  RING_BYTES: integer({ min: 1_024, max: 1 << 30, default: 2 * 1024 * 1024 }),
  RING_MS: ms(RESUMABLE_MS),
  /** How long a game without sockets is still followed. */
  ROOM_IDLE_MS: ms(RESUMABLE_MS),
  /** How often a gateway publishes who is connected to a game; a set that is not repeated within the second one expires. */
  PRESENCE_EVERY_MS: ms(PRESENCE_LIMITS.everyMs),
  PRESENCE_EXPIRES_MS: ms(PRESENCE_LIMITS.expiresMs),
  /** A slow reader whose cursor is overrun again within this time is closed. */
  OVERRUN_AGAIN_MS: ms(30_000),
  /** How long a seated player's expired token still plays. */
  TOKEN_GRACE_MS: ms(15 * 60_000, 86_400_000),
  /** How often the list of ended tokens is asked for: makes up for an announcement that was lost. */
  REVOCATIONS_EVERY_MS: ms(5_000, REVOKED_WITHIN_MS - LIST_WITHIN_MS),
  /** How often sockets that were cut, or are back, are reported to telemetry. */
  SESSION_SIGNS_EVERY_MS: ms(5_000),
  /** How often the operations page is updated. */
  OPERATIONS_EVERY_MS: ms(1_000),
  /** An instance that has sent no vitals for this long is gone. */
  OPERATIONS_GONE_MS: ms(30_000),
  /** How long the rate-limit service's answer is waited for; what it does not answer in time is allowed. */
  LIMIT_WITHIN_MS: ms(300, 10_000),
  COMMAND_DEADLINE_MS: integer({ min: 100, max: 10_000, default: 4_000 }),
  ATTEMPT_MS: integer({ min: 10, max: 10_000, default: 800 }),
  /** The limit `answer_submission`: buzzLimit of one user in one window. */
  ANSWER_LIMIT: integer({ min: 1, max: 100_000, default: buzzLimit }),
  ANSWER_WINDOW_MS: ms(pressSeconds * 1_000),
  /** Connections of one address, and file descriptors kept for what serves those who are connected. */
  CONNECTIONS_PER_ADDRESS: integer({ min: 1, max: 1_000_000, default: 8_000 }),
  DESCRIPTOR_RESERVE: integer({ min: 0, max: 1_000_000, default: 128 }),
  /** The headers of a request must be complete within this, and 4 KiB of its body arrive in each such period. */
  HEADERS_WITHIN_MS: ms(10_000),
  BODY_PROGRESS_MS: ms(10_000),
  /** How long the refusal of a flood, or of a body that no page of ours sends, is held back. */
  FLOOD_ANSWER_MS: integer({ min: 0, max: 60_000, default: 1_000 }),
  /** Games with content that are created at once, and how many more may wait; the next one is refused `busy`. */
  CREATE_CONCURRENCY: integer({ min: 1, max: 1_000, default: 1 }),
  CREATE_QUEUE: integer({ min: 0, max: 10_000, default: 30 }),
  /** Nor may one wait longer than this, as far as can be foreseen. */
  CREATE_WAIT_MS: ms(5_000),
  /** How long no other game with content is created after one, for each MiB of its content. */
  CREATE_REST_MS: integer({ min: 0, max: 60_000, default: 2_000 }),
  /** How long the `busy` of a game with content is held back. */
  CREATE_BUSY_MS: integer({ min: 0, max: 10_000, default: 50 }),
  /** How long SIGTERM takes to say goodbye to everybody. */
  DRAIN_MS: integer({ min: 0, max: 600_000, default: 20_000 }),
});

const schema = variables
  .refine((config) => config.PRESENCE_EXPIRES_MS > 2 * config.PRESENCE_EVERY_MS, {
    path: ['PRESENCE_EXPIRES_MS'],
    message: 'must be more than twice PRESENCE_EVERY_MS, or people vanish between two messages',
  })
  .refine((config) => config.OPERATIONS_GONE_MS > 2 * config.OPERATIONS_EVERY_MS, {
    path: ['OPERATIONS_GONE_MS'],
    message: 'must be more than twice OPERATIONS_EVERY_MS',
  });

export type GatewayConfig = z.infer<typeof schema>;

export const loadGatewayConfig = (env: Env): GatewayConfig => loadConfig(schema, env);
