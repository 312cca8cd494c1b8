import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DataSource } from 'typeorm';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { LoginThrottle } from '@earworm/service-kit/login-throttle';
import type { Job } from '@earworm/service-kit/jobs';
import type { MailPort } from '@earworm/service-kit/mail';
import type { OnFirstAdmin } from '../accounts/first-admin.js';
import type { IdentityConfig } from '../identity.config.js';
import type { Revocations } from '../tokens/revocations.js';
import type { Secrets } from '../tokens/secrets.js';
import type { AccountDirectory } from './account-directory.js';
import type { IdentityProvider } from './identity-provider.js';

/** What every provider builds on. */
export interface ProviderParts {
  readonly kit: Pick<Kit, 'log' | 'health' | 'metrics' | 'bus' | 'isOwnProcess'>;
  readonly config: IdentityConfig;
  readonly db: DataSource;
  readonly secrets: Secrets;
  readonly revocations: Revocations;
  /** Where reset links go. */
  readonly mail: MailPort;
  /** Counted before a password is looked at, and before a mail is sent. */
  readonly guesses: { readonly signIn: LoginThrottle; readonly reset: LoginThrottle };
  readonly onFirstAdmin: OnFirstAdmin;
  /** Logs an error under a sentence, without its parameters. */
  readonly failed: (what: string) => (error: unknown) => void;
}

export type MountedRequest = IncomingMessage & { originalUrl?: string };

/** Answers the HTTP requests under the realm's path. */
export interface RealmRoutes {
  readonly handle: (req: MountedRequest, res: ServerResponse) => void;
}

/** What Nest finds it under; it is an interface and has no name at run time. */
export const OPENED_PROVIDER = Symbol('opened provider');

export interface OpenedProvider {
  readonly provider: IdentityProvider;
  readonly directory: AccountDirectory;
  readonly realms: RealmRoutes;
  readonly jobs: readonly Job[];
  /** Called by Nest, once no request is under way. */
  onApplicationShutdown(): Promise<void>;
}
