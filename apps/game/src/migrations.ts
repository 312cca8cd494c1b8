import { EraseGames1765200100000 } from './erasure/migrations/1765200100000-erase-games.js';
import { CreateLog1763683200000 } from './log/migrations/1763683200000-create-log.js';
import { StageKey1763694000000 } from './log/migrations/1763694000000-stage-key.js';
import { RenewHistory1763697600000 } from './log/migrations/1763697600000-renew-history.js';
import { ReadLog1763802000000 } from './log/migrations/1763802000000-read-log.js';
import { ReadLogByType1764100800000 } from './log/migrations/1764100800000-read-log-by-type.js';
import { CodesOfRooms1765050000000 } from './log/migrations/1765050000000-codes-of-rooms.js';
import { StageKeysOfMembers1764800000000 } from './log/migrations/1764800000000-stage-keys-of-members.js';

export const MIGRATIONS = [
  CreateLog1763683200000,
  StageKey1763694000000,
  RenewHistory1763697600000,
  ReadLog1763802000000,
  ReadLogByType1764100800000,
  StageKeysOfMembers1764800000000,
  CodesOfRooms1765050000000,
  EraseGames1765200100000,
];
