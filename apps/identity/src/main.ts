import { startService } from '@earworm/service-kit/bootstrap';
import { identity } from './identity.module.js';

await startService(identity());
