import { startService } from '@earworm/service-kit/bootstrap';
import { feedback } from './feedback.module.js';

await startService(feedback);
