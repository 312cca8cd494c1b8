import { startService } from '@earworm/service-kit/bootstrap';
import { loadTelemetryConfig, TelemetryModule } from './telemetry.module.js';

await startService({
  name: 'telemetry',
  load: loadTelemetryConfig,
  module: (kit, config) => TelemetryModule.register(kit, config),
});
