import { startService } from '@earworm/service-kit/bootstrap';
import { GameModule, loadGameConfig } from './game.module.js';

await startService({
  name: 'game',
  load: loadGameConfig,
  module: (kit, config) => GameModule.register(kit, config),
});
