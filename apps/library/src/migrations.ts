import { CreateErased1765200200000, CreateQuarantine1763798400000 } from '@earworm/projections';
import { CreateHistory1763683200000 } from './history/migrations/1763683200000-create-history.js';
import { CreateTemplates1763712000000 } from './templates/migrations/1763712000000-create-templates.js';
import { KeepVerdicts1763715600000 } from './history/migrations/1763715600000-keep-verdicts.js';
import { NoteClips1763719200000 } from './clips/migrations/1763719200000-note-clips.js';
import { TallyUse1763790000000 } from './templates/migrations/1763790000000-tally-use.js';
import { HigherScores1763794000000 } from './history/migrations/1763794000000-higher-scores.js';
import { HideRemoved1764562000000 } from './history/migrations/1764562000000-hide-removed.js';
import { CountStandings1765400000000 } from './standings/migrations/1765400000000-count-standings.js';
import { KnowTeams1765500000000 } from './standings/migrations/1765500000000-know-teams.js';
import { HideUnreviewed1765300000000 } from './history/migrations/1765300000000-hide-unreviewed.js';
import { NoteReservedSeats1765600000000 } from './history/migrations/1765600000000-note-reserved-seats.js';
import { NameJudges1764850000000 } from './history/migrations/1764850000000-name-judges.js';
import { ListCrews1764374500000 } from './history/migrations/1764374500000-list-crews.js';
import { NoteGuests1763797600000 } from './templates/migrations/1763797600000-note-guests.js';
import { MeasureTemplates1764500000000 } from './templates/migrations/1764500000000-measure-templates.js';
import { MoveUsers1764560000000 } from './moves/migrations/1764560000000-move-users.js';

export const MIGRATIONS = [
  CreateHistory1763683200000,
  CreateTemplates1763712000000,
  KeepVerdicts1763715600000,
  NoteClips1763719200000,
  TallyUse1763790000000,
  HigherScores1763794000000,
  NoteGuests1763797600000,
  CreateQuarantine1763798400000,
  ListCrews1764374500000,
  MeasureTemplates1764500000000,
  MoveUsers1764560000000,
  HideRemoved1764562000000,
  NameJudges1764850000000,
  CreateErased1765200200000,
  HideUnreviewed1765300000000,
  CountStandings1765400000000,
  KnowTeams1765500000000,
  NoteReservedSeats1765600000000,
];
