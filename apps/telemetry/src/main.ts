import { startService } from '@earworm/service-kit/bootstrap';
import { telemetry } from './telemetry.module.js';

await startService(telemetry);
