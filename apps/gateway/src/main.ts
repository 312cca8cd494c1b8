import { type ServiceDefinition, startService } from '@earworm/service-kit/bootstrap';
import { type GatewayConfig, loadGatewayConfig, separateGateway, useSockets } from './gateway.module.js';

/**
 * As one of several services on NATS. `npm start` has its gateway in one process with everything else, or several on
 * its in-process bus.
 */
const gateway: ServiceDefinition<GatewayConfig> = {
  name: 'gateway',
  load: loadGatewayConfig,
  module: separateGateway,
  port: (config) => config.PORT,
  host: (config) => config.HOST,
  prepare: useSockets,
};

await startService(gateway);
