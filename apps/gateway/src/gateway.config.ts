import { join } from 'node:path';
import { z } from 'zod';
import { trustedProxies } from '@earworm/service-kit/client-address';
import {
  described,
  flag,
  integer,
  limit,
  list,
  loadConfig,
  originUrl,
  port,
  url,
  type Env,
} from '@earworm/service-kit/config';
import { objectsVariables } from '@earworm/service-kit/objects';
import { ADDRESS_LIMITS, FRAME_LIMITS, LIMITS, PRESENCE_LIMITS, RESUMABLE_MS } from '@earworm/contracts';

/** Timeout of reading the revocation list. */
export const LIST_WITHIN_MS = 2_000;

const web = () => url('http', 'https');

export const variables = z.object({
  PORT: port(3000),
  HOST: z.string().default('0.0.0.0'),
  /** Its origin may connect, and mailed links lead there. */
  PUBLIC_URL: originUrl('http', 'https').optional(),
  LAN_URL: described(
    'address',
    web().optional(),
    'where the QR code of a desk opened as `localhost` leads; `PUBLIC_URL` takes precedence',
    "this machine's address",
  ),
  ALLOWED_ORIGINS: described(
    'address',
    list().refine((all) => all.every((each) => URL.canParse(each)), 'must be origins such as https://play.example.org'),
    'further origins whose pages may connect, comma-separated',
  ),
  TRUSTED_PROXIES: described(
    'address',
    trustedProxies(),
    'proxies whose `X-Forwarded-For` and `-Proto` are trusted, for a separate identity service the gateways: addresses, networks (`10.0.0.0/8`), `loopback`, `uniquelocal`',
  ),
  WEB_ROOT: described(
    'address',
    z.string().default(() => join(import.meta.dirname, '..', '..', 'web', 'dist')),
    'folder of the built web app; a gateway without it serves only the API',
    '`apps/web/dist`',
  ),
  /** Requests under /realms are forwarded to it. */
  IDENTITY_URL: described(
    'address',
    web().default('http://127.0.0.1:3002'),
    'where a separate gateway reaches the identity service',
  ),
  PUBLIC_PROBES: described(
    'observability',
    flag(false),
    '`true` serves `/health/ready` and `/metrics` on the public port, too',
  ),
  PRIVACY_TEXT: described(
    'data',
    z.string().max(10_000, 'must have at most 10,000 characters').optional(),
    'the operator’s own text on the privacy page, in any language: who runs this server, whom to ask about personal data',
  ),
  BACKUP_KEEP_DAYS: described(
    'data',
    integer({ min: 0, max: 3_660 }).optional(),
    'days after which the oldest backup is deleted, for the privacy page; `0`: there are no backups',
    'the page asks to ask the operator',
  ),
  /** Browsers reach a MinIO directly; without one the folder's addresses are served here. */
  MINIO_ENDPOINT: objectsVariables.MINIO_ENDPOINT,
  MINIO_PUBLIC_ENDPOINT: objectsVariables.MINIO_PUBLIC_ENDPOINT,
  DATA_DIR: objectsVariables.DATA_DIR,
  OBJECTS_DISK_PERCENT: objectsVariables.OBJECTS_DISK_PERCENT,
  LOG_RESERVE_MB: objectsVariables.LOG_RESERVE_MB,

  TOKEN_GRACE_MS: described(
    'load',
    integer({ min: 1, max: 86_400_000, default: 15 * 60_000 }),
    'how long a seated player with an expired token keeps playing, as in an outage of the identity service',
  ),
  /** Buzzes of one user. The rate-limit service reads it, too. */
  LIMIT_ANSWER: limit(LIMITS.answer_submission.rows.LIMIT_ANSWER[0]),
  /** Points of one user's requests. The rate-limit service reads it, too. */
  LIMIT_REQUESTS: limit(ADDRESS_LIMITS['requests-of-user'].limit),
  CONNECTIONS_PER_ADDRESS: described(
    'address',
    integer({ min: 1, max: 1_000_000, default: 8_000 }),
    'connections of one address; at this limit, and when only 128 file descriptors are left, a new one replaces the one that has waited longest for its client, or else one that does not take its response, is in the line for codes or belongs to a player without a seat; never one of a seated player, a moderator or a stage',
  ),
  DRAIN_MS: described(
    'load',
    integer({ min: 0, max: 600_000, default: 20_000 }),
    'time over which a stopping gateway closes its sockets, so that not all reconnect at once; `200` with `npm start`',
  ),
});

/** No variables: an operator has no reason to change them. Specs override them. Times in ms. */
const FIXED = {
  identityWithinMs: 15_000,
  helloWithinMs: FRAME_LIMITS.helloWithinMs as number,
  /** While a name is typed. */
  enterWithinMs: 180_000,
  /** Arrivals that are worked on at once, and that wait; see `ArrivalQueue`. */
  arrivalsAtOnce: 32,
  /** As many as write their guests together in what one of them takes. */
  arrivalsAtOnceLate: 8,
  arrivalsWaiting: 20_000,
  /** Sockets that have arrived and not entered; also at most half of the descriptors. */
  arrivalsMostWaiting: Infinity,
  arrivalRetryMs: 60_000,
  arrivalKeepMs: 30_000,
  arrivalTellEveryMs: 2_000,
  silentAfterMs: FRAME_LIMITS.silentAfterMs as number,
  stalledAfterMs: 20_000,
  /** Beyond the queue clients are refused and retry later. */
  helloConcurrency: 64,
  helloQueue: 4_000,
  ringBytes: 2 * 1024 * 1024,
  ringMs: RESUMABLE_MS,
  roomIdleMs: RESUMABLE_MS,
  /** How often presence is published, and when a set that is not repeated expires. */
  presenceEveryMs: PRESENCE_LIMITS.everyMs as number,
  presenceExpiresMs: PRESENCE_LIMITS.expiresMs as number,
  overrunAgainMs: 30_000,
  /** Poll interval: makes up for lost announcements. */
  revocationsEveryMs: 5_000,
  networksEveryMs: 10_000,
  sessionSignsEveryMs: 5_000,
  operationsEveryMs: 1_000,
  controlRoomEveryMs: 500,
  operationsGoneMs: 30_000,
  /** Without an answer of the rate-limit service in time the action is allowed. */
  limitWithinMs: 300,
  commandDeadlineMs: 4_000,
  attemptMs: 800,
  /** File descriptors kept for databases, files and the bus. */
  descriptorReserve: 128,
  /** The headers of a request must be complete within this, 4 KiB of its body arrive in each such period, and then all of it. */
  headersWithinMs: 10_000,
  bodyProgressMs: 10_000,
  requestWithinMs: 300_000,
  /** A client that takes nothing of a response for so long. Longer than any call that a response waits for. */
  responseProgressMs: 60_000,
  /** Delay of refusals that only floods cause. */
  floodAnswerMs: 2_000,
};

export type GatewayConfig = z.output<typeof variables> & typeof FIXED;

export const loadGatewayConfig = (env: Env): GatewayConfig => ({ ...FIXED, ...loadConfig(variables, env) });
