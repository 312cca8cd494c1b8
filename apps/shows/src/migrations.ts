import { ActInManyRooms1765160000000 } from './bulk-acts/migrations/1765160000000-act-in-many-rooms.js';
import { AnnounceInManyRooms1765210000000 } from './bulk-acts/migrations/1765210000000-announce-in-many-rooms.js';
import { AdvancePlayers1765510000000 } from './advances/migrations/1765510000000-advance-players.js';
import { FollowSeats1765530000000 } from './advances/migrations/1765530000000-follow-seats.js';
import { WatchRooms1765150000000 } from './attention/migrations/1765150000000-watch-rooms.js';
import { CreateCrewLinks1764700000000 } from './crew-links/migrations/1764700000000-create-crew-links.js';
import { AskForLinks1764860000000 } from './crew-links/migrations/1764860000000-ask-for-links.js';
import { FindOwnRooms1765060000000 } from './crew-links/migrations/1765060000000-find-own-rooms.js';
import { CreateShows1764950000000 } from './shows/migrations/1764950000000-create-shows.js';
import { AddNetworks1764990000000 } from './shows/migrations/1764990000000-add-networks.js';
import { AddSponsorLogo1765540000000 } from './shows/migrations/1765540000000-add-sponsor-logo.js';
import { AddLogo1765110000000 } from './shows/migrations/1765110000000-add-logo.js';
import { MailCrews1765090000000 } from './shows/migrations/1765090000000-mail-crews.js';
import { PlaceRoomsAgain1765050000000 } from './shows/migrations/1765050000000-place-rooms-again.js';
import { PlanRounds1765100000000 } from './shows/migrations/1765100000000-plan-rounds.js';
import { PlanTeamsAndHolds1765500000000 } from './shows/migrations/1765500000000-plan-teams-and-holds.js';
import { FreezeStandings1765400000000 } from './standings/migrations/1765400000000-freeze-standings.js';
import { RevealStandings1765420000000 } from './standings/migrations/1765420000000-reveal-standings.js';
import { UpdateRooms1765120000000 } from './shows/migrations/1765120000000-update-rooms.js';

/** Everything that makes this service's schema, oldest first. */
export const MIGRATIONS = [
  CreateCrewLinks1764700000000,
  AskForLinks1764860000000,
  CreateShows1764950000000,
  AddNetworks1764990000000,
  PlaceRoomsAgain1765050000000,
  FindOwnRooms1765060000000,
  MailCrews1765090000000,
  PlanRounds1765100000000,
  AddLogo1765110000000,
  UpdateRooms1765120000000,
  WatchRooms1765150000000,
  ActInManyRooms1765160000000,
  AnnounceInManyRooms1765210000000,
  FreezeStandings1765400000000,
  RevealStandings1765420000000,
  PlanTeamsAndHolds1765500000000,
  AdvancePlayers1765510000000,
  FollowSeats1765530000000,
  AddSponsorLogo1765540000000,
];
