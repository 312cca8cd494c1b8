import { describe, expect, it } from '@jest/globals';
import * as announcements from './announcements.js';
import * as handOver from './crew/hand-over.js';
import * as help from './crew/help.js';
import * as members from './crew/members.js';
import * as takeOver from './crew/take-over.js';
import * as desk from './desk.js';
import * as heldStart from './held-start.js';
import * as lifecycle from './lifecycle.js';
import * as timeTrial from './time-trial.js';
import * as captain from './people/captain.js';
import * as join from './people/join.js';
import * as leave from './people/leave.js';
import * as moveUser from './people/move-user.js';
import * as nameReports from './people/name-reports.js';
import * as nameReview from './people/name-review.js';
import * as reservedSeats from './people/reserved-seats.js';
import * as removal from './people/removal.js';
import * as requestsEnded from './people/requests-ended.js';
import * as seatMoved from './people/seat-moved.js';
import * as seatRequests from './people/seat-requests.js';
import * as sentPlayers from './people/sent-players.js';
import * as membership from './membership.js';
import * as pause from './pause.js';
import * as reopen from './reopen.js';
import * as room from './room.js';
import * as buzz from './round/buzz.js';
import * as falseStart from './round/false-start.js';
import * as hold from './round/hold.js';
import * as music from './round/music.js';
import * as select from './round/select.js';
import * as categories from './setup/categories.js';
import * as questions from './setup/questions.js';
import * as settings from './setup/settings.js';
import * as teamsInherited from './teams/inherited.js';
import * as teamPlaces from './teams/places.js';
import * as teamSetup from './teams/setup.js';
import * as correct from './verdict/correct.js';
import * as judge from './verdict/judge.js';
import * as scoreChange from './verdict/score-change.js';
import * as undo from './verdict/undo.js';
import { VIEWS } from './slice-views.js';
import { COMMANDS, EVENTS, SERVER_COMMANDS } from './slices.js';

describe.each([
  ['COMMANDS', COMMANDS],
  ['SERVER_COMMANDS', SERVER_COMMANDS],
  ['EVENTS', EVENTS],
])('%s', (_, table) => {
  it.each(Object.entries(table))('keeps %s under its type', (key, { type }) => {
    expect(type).toBe(key);
  });
});

// A view has no type, and those of two events with the same fields would fit either key.
const SLICES: readonly object[] = [
  announcements,
  room,
  handOver,
  help,
  members,
  membership,
  takeOver,
  desk,
  lifecycle,
  timeTrial,
  captain,
  join,
  leave,
  moveUser,
  nameReports,
  nameReview,
  removal,
  requestsEnded,
  reservedSeats,
  seatMoved,
  seatRequests,
  sentPlayers,
  reopen,
  pause,
  heldStart,
  buzz,
  falseStart,
  hold,
  music,
  select,
  categories,
  questions,
  settings,
  teamsInherited,
  teamPlaces,
  teamSetup,
  correct,
  scoreChange,
  judge,
  undo,
];
const exported = new Map<string, unknown>(SLICES.flatMap((slice) => Object.entries(slice)));

describe('VIEWS', () => {
  it.each(Object.entries(VIEWS))('keeps the view of %s under its type', (key, view) => {
    expect(exported.get(`${key}View`)).toBe(view);
  });
});
