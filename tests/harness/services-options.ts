import type { game } from '@earworm/game';
import type { gateway } from '@earworm/gateway';
import type { identity } from '@earworm/identity';
import type { ServiceDefinition } from '@earworm/service-kit/bootstrap';
import type { KeycloakOptions, ServerSource } from './backing-servers.js';
import type { NatsSource } from './nats-server.js';

/** Needed to play a game. */
export const GAME_SERVICES = ['identity', 'library', 'rate-limit', 'game', 'gateway'] as const;
export const FURTHER_SERVICES = ['telemetry', 'feedback', 'shows'] as const;
export type ServiceName = (typeof GAME_SERVICES | typeof FURTHER_SERVICES)[number];

type OverridesOf<Definition> = Definition extends ServiceDefinition<infer Config> ? Partial<Config> : never;

/** Values of a service's configuration that no variable sets. */
export interface Overrides {
  readonly game?: OverridesOf<typeof game>;
  readonly gateway?: OverridesOf<typeof gateway>;
  readonly identity?: OverridesOf<ReturnType<typeof identity>>;
  readonly 'rate-limit'?: { readonly redisWithinMs: number };
}

export interface ServicesOptions {
  readonly nats: NatsSource;
  /** Default: none, and limits are counted in memory unless `env` names one. */
  readonly redis?: ServerSource;
  /** Default: none, and objects are kept in a folder unless `env` names one. */
  readonly minio?: ServerSource;
  /** Starts a Keycloak for the web app at these origins; default: none, the embedded provider unless `env` names one. */
  readonly keycloak?: KeycloakOptions['origins'];
  /** A superuser's URL of an existing Postgres; default: the embedded one. */
  readonly databaseUrl?: string;
  /** Is kept; default: a copy of the prepared data in a temporary folder. */
  readonly dataDir?: string;
  /** Where the first gateway listens; default: any port of the loopback interface. */
  readonly listen?: { readonly port: number; readonly host?: string };
  /** The address of this machine at which other devices reach a MinIO that is started. */
  readonly publicHost?: string;
  /** Default: raised, for a single machine that plays hundreds of people. */
  readonly limits?: 'raised' | 'standard';
  /** Called with the services' output. */
  readonly onOutput?: (text: string) => void;
  /** Default: the services that a game needs. */
  readonly only?: readonly ServiceName[];
  /** Telemetry, feedback and shows too. */
  readonly everything?: boolean;
  /** Default 1. */
  readonly gateways?: number;
  /** Default 1. */
  readonly gameReplicas?: number;
  /** Processes of rate-limit; default 1. */
  readonly limiters?: number;
  /** Processes of identity; default 1. */
  readonly identities?: number;
  /** Puts a line that can be cut between each gateway and NATS. Costs this process some work per message. */
  readonly cuttable?: boolean;
  /** The checkout whose build a process runs, by its name, such as `game-2`; default: this one. */
  readonly rootOf?: (name: string) => string;
  /** Further variables for every service. */
  readonly env?: NodeJS.ProcessEnv;
  readonly overrides?: Overrides;
}
