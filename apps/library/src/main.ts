import { startService } from '@earworm/service-kit/bootstrap';
import { library } from './library.module.js';

await startService(library);
