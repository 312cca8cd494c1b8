import { Identity1763700000000 } from './migrations/1-identity.js';
import { Revocations1763780400000 } from './migrations/2-revocations.js';
import { EndedSessions1763866800000 } from './migrations/3-ended-sessions.js';
import { ListedRevocations1764300000000 } from './migrations/4-listed-revocations.js';
import { KnownDevices1764400000000 } from './migrations/5-known-devices.js';
import { Keycloak1764547000000 } from './migrations/6-keycloak.js';
import { GuestMoves1764570000000 } from './migrations/7-guest-moves.js';
import { AccountsAndAudit1764600000000 } from './migrations/7-accounts-and-audit.js';
import { ErasePeople1765300000000 } from './migrations/8-erase-people.js';

/** Everything that makes this service's schema, oldest first. */
export const MIGRATIONS = [
  Identity1763700000000,
  Revocations1763780400000,
  EndedSessions1763866800000,
  ListedRevocations1764300000000,
  KnownDevices1764400000000,
  Keycloak1764547000000,
  GuestMoves1764570000000,
  AccountsAndAudit1764600000000,
  ErasePeople1765300000000,
];
