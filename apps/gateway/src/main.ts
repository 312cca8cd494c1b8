import { startService } from '@earworm/service-kit/bootstrap';
import { gateway } from './gateway.module.js';

await startService(gateway);
