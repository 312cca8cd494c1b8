import { startService } from '@earworm/service-kit/bootstrap';
import { FeedbackModule, loadFeedbackConfig } from './feedback.module.js';

await startService({
  name: 'feedback',
  load: loadFeedbackConfig,
  module: (kit, config) => FeedbackModule.register(kit, config),
});
