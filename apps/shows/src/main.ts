import { startService } from '@earworm/service-kit/bootstrap';
import { shows } from './shows.module.js';

await startService(shows);
