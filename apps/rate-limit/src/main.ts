import { startService } from '@earworm/service-kit/bootstrap';
import { rateLimit } from './rate-limit.module.js';

await startService(rateLimit);
