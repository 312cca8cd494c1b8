import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Bus } from '../bus/port.js';

/** What every service is handed at its start: `XModule.register(kit, config)`. */
export interface Kit {
  /** The service's name, as it stands in logs and metrics. */
  readonly name: string;
  readonly bus: Bus;
  /** Child of the process's logger, bound to the service's name. Never give it a token, a password or an e-mail address. */
  readonly log: Logger;
  readonly metrics: Registry;
}
