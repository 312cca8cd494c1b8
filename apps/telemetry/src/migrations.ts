import { CreateErased1765200200000, CreateQuarantine1763798400000 } from '@earworm/projections';
import { CreateTelemetry1763769600000 } from './migrations/1763769600000-create-telemetry.js';
import { TallyWider1763776800000 } from './migrations/1763776800000-tally-wider.js';
import { ReportsOnce1763780400000 } from './migrations/1763780400000-reports-once.js';
import { QuestionsWhenPlayed1763802000000 } from './migrations/1763802000000-questions-when-played.js';
import { GameFigures1763812800000 } from './migrations/1763812800000-game-figures.js';
import { CallsForHelp1764374400000 } from './migrations/1764374400000-calls-for-help.js';
import { FinalVerdicts1764201600000 } from './migrations/1764201600000-final-verdicts.js';

/** Everything that makes this service's schema, oldest first. */
export const MIGRATIONS = [
  CreateTelemetry1763769600000,
  TallyWider1763776800000,
  ReportsOnce1763780400000,
  CreateQuarantine1763798400000,
  QuestionsWhenPlayed1763802000000,
  GameFigures1763812800000,
  FinalVerdicts1764201600000,
  CallsForHelp1764374400000,
  CreateErased1765200200000,
];
