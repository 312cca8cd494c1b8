import { join } from 'node:path';
import { z } from 'zod';
import { trustedProxies } from '@earworm/service-kit/client-address';
import { flag, integer, limit, list, loadConfig, port, url, type Env } from '@earworm/service-kit/config';
import { objectsVariables } from '@earworm/service-kit/objects';
import { FRAME_LIMITS, LIMITS, PRESENCE_LIMITS, RESUMABLE_MS } from '@earworm/contracts';

/** A disabled user, a change of roles and a sign-out reach every open socket within this time, announced or not. */
const REVOKED_WITHIN_MS = 10_000;
/** Timeout of reading the revocation list. */
export const LIST_WITHIN_MS = 2_000;

const web = () => url('http', 'https');
const ms = (standard: number, max = 600_000) => integer({ min: 1, max, default: standard });

export const variables = z.object({
  PORT: port(3000),
  HOST: z.string().default('0.0.0.0'),
  /** Its origin may connect, and mailed links lead there. */
  PUBLIC_URL: web().optional(),
  /** Shown instead of localhost, which phones cannot open. */
  LAN_URL: web().optional(),
  /** Further origins whose pages may connect, besides this host's own. */
  ALLOWED_ORIGINS: list().refine(
    (all) => all.every((each) => URL.canParse(each)),
    'must be origins such as https://play.example.org',
  ),
  TRUSTED_PROXIES: trustedProxies(),
  WEB_ROOT: z.string().default(() => join(import.meta.dirname, '..', '..', 'web', 'dist')),
  /** Requests under /realms are forwarded to it. */
  IDENTITY_URL: web().default('http://127.0.0.1:3002'),
  IDENTITY_WITHIN_MS: ms(15_000),
  /** Readiness and metrics on the public port, too. */
  PUBLIC_PROBES: flag(false),
  /** Default: what the identity service reports. */
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
  STALLED_AFTER_MS: ms(20_000),
  /** Beyond the queue clients are refused and retry later. */
  HELLO_CONCURRENCY: integer({ min: 1, max: 1_000, default: 64 }),
  HELLO_QUEUE: integer({ min: 0, max: 100_000, default: 4_000 }),
  RING_BYTES: integer({ min: 1_024, max: 1 << 30, default: 2 * 1024 * 1024 }),
  RING_MS: ms(RESUMABLE_MS),
  ROOM_IDLE_MS: ms(RESUMABLE_MS),
  /** How often presence is published, and when a set that is not repeated expires. */
  PRESENCE_EVERY_MS: ms(PRESENCE_LIMITS.everyMs),
  PRESENCE_EXPIRES_MS: ms(PRESENCE_LIMITS.expiresMs),
  OVERRUN_AGAIN_MS: ms(30_000),
  TOKEN_GRACE_MS: ms(15 * 60_000, 86_400_000),
  /** Poll interval: makes up for lost announcements. */
  REVOCATIONS_EVERY_MS: ms(5_000, REVOKED_WITHIN_MS - LIST_WITHIN_MS),
  SESSION_SIGNS_EVERY_MS: ms(5_000),
  OPERATIONS_EVERY_MS: ms(1_000),
  OPERATIONS_GONE_MS: ms(30_000),
  /** Without an answer in time the action is allowed. */
  LIMIT_WITHIN_MS: ms(300, 10_000),
  COMMAND_DEADLINE_MS: integer({ min: 100, max: 10_000, default: 4_000 }),
  ATTEMPT_MS: integer({ min: 10, max: 10_000, default: 800 }),
  /** Buzzes of one user. The rate-limit service reads it, too. */
  LIMIT_ANSWER: limit(LIMITS.answer_submission.rows.LIMIT_ANSWER[0]),
  CONNECTIONS_PER_ADDRESS: integer({ min: 1, max: 1_000_000, default: 8_000 }),
  /** File descriptors kept for databases, files and the bus. */
  DESCRIPTOR_RESERVE: integer({ min: 0, max: 1_000_000, default: 128 }),
  /** The headers of a request must be complete within this, and 4 KiB of its body arrive in each such period. */
  HEADERS_WITHIN_MS: ms(10_000),
  BODY_PROGRESS_MS: ms(10_000),
  /** Delay of refusals that only floods cause. */
  FLOOD_ANSWER_MS: integer({ min: 0, max: 60_000, default: 1_000 }),
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
