import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DataSource } from 'typeorm';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { Job } from '@earworm/service-kit/jobs';
import type { LoginThrottle } from '@earworm/service-kit/login-throttle';
import type { MailPort } from '@earworm/service-kit/mail';
import type { OnFirstAdmin } from '../accounts/first-admin.js';
import type { IdentityConfig } from '../identity.config.js';
import type { Revocations } from '../tokens/revocations.js';
import type { Secrets } from '../tokens/secrets.js';
import type { AccountDirectory } from './account-directory.js';
import type { IdentityProvider } from './identity-provider.js';

export interface ProviderDependencies {
  readonly kit: Pick<Kit, 'log' | 'health' | 'metrics' | 'bus' | 'isOwnProcess'>;
  readonly config: IdentityConfig;
  readonly db: DataSource;
  readonly secrets: Secrets;
  readonly revocations: Revocations;
  readonly mail: MailPort;
  readonly signInThrottle: LoginThrottle;
  readonly resetThrottle: LoginThrottle;
  readonly onFirstAdmin: OnFirstAdmin;
  /** Logs an error without its parameters. */
  readonly failed: (what: string) => (error: unknown) => void;
}

type MountedRequest = IncomingMessage & { originalUrl?: string };

export type RealmMiddleware = (req: MountedRequest, res: ServerResponse) => void;

export const OPENED_PROVIDER = Symbol('opened provider');

export interface OpenedProvider {
  readonly provider: IdentityProvider;
  readonly directory: AccountDirectory;
  readonly realm: RealmMiddleware;
  readonly jobs: readonly Job[];
  onApplicationShutdown(): Promise<void>;
}
