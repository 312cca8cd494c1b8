import { startService } from '@earworm/service-kit/bootstrap';
import { LibraryModule, loadLibraryConfig } from './library.module.js';

await startService({
  name: 'library',
  load: loadLibraryConfig,
  module: (kit, config) => LibraryModule.register(kit, config),
});
