import { startService } from '@earworm/service-kit/bootstrap';
import { game } from './game.module.js';

await startService(game);
