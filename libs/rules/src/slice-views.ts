import { announcedView, announcementEndedView, announcementReadView } from './announcements.js';
import type { ViewEvolution } from './definition.js';
import { ownerChangedView } from './crew/hand-over.js';
import { helpEndedView, helpRequestedView } from './crew/help.js';
import { crewMemberMovedView, crewRemovedView, crewRestoredView } from './membership.js';
import { crewAddedView } from './crew/members.js';
import { placedInRoomView } from './room.js';
import { crewAskedBackView, crewSuspendedView } from './crew/take-over.js';
import {
  deskDisconnectedView,
  deskLeftView,
  deskReturnedView,
  deskReconnectedView,
  moderatorLeftView,
  moderatorRejoinedView,
  musicDeskLostView,
  musicDeskSetView,
} from './desk.js';
import { startHeldView, startReleasedView } from './held-start.js';
import { gameCompletedView, gameFollowedView, gameStartedView } from './lifecycle.js';
import { gamePausedView, gameResumedView } from './pause.js';
import { gameReopenedView } from './reopen.js';
import { captainSetView, teamNamedView } from './people/captain.js';
import { playerJoinedView, playerRenamedView } from './people/join.js';
import { playerLeftView, playerRejoinedView } from './people/leave.js';
import { moderatorMovedView } from './people/move-user.js';
import { nameKeptView, nameReportedView } from './people/name-reports.js';
import { namesApprovedView } from './people/name-review.js';
import { joiningLockedView, playerBannedView, playerNameSetView, playerRemovedView } from './people/removal.js';
import { seatReservedView } from './people/reserved-seats.js';
import { seatRequestEndedView } from './people/requests-ended.js';
import { seatMovedView } from './people/seat-moved.js';
import { playersSentView } from './people/sent-players.js';
import { seatGivenView, seatRefusedView, seatRequestedView } from './people/seat-requests.js';
import { playerBuzzedView } from './round/buzz.js';
import { falseStartedView } from './round/false-start.js';
import { buzzArrivedView, buzzesOrderedView } from './round/hold.js';
import { musicPausedView, songNotedView, soundNotedView } from './round/music.js';
import { proposalWithdrawnView, questionProposedView, questionSelectedView } from './round/select.js';
import { categoryAddedView, categoryDeletedView, categoryMovedView, categoryRenamedView } from './setup/categories.js';
import { questionAddedView, questionDeletedView, questionMovedView, questionUpdatedView } from './setup/questions.js';
import { settingsChangedView } from './setup/settings.js';
import { teamsInheritedView } from './teams/inherited.js';
import { teamJoinedView, teamMovedView, teamsDealtView } from './teams/places.js';
import { teamCreatedView, teamRemovedView, teamRenamedView, teamsMergedView } from './teams/setup.js';
import { timeTrialSwitchedView, timerSetView } from './time-trial.js';
import { verdictChangedView } from './verdict/correct.js';
import { answerJudgedView, questionMarkedUnansweredView } from './verdict/judge.js';
import { scoreChangedView, scoreChangeUndoneView } from './verdict/score-change.js';
import { verdictUndoneView } from './verdict/undo.js';
import type { EVENTS } from './slices.js';

type Hidden = 'gameCreated' | 'owned';

/** How views go on after an event. A browser loads these exports of the slices alone; imports by name let it drop the rest. */
export const VIEWS = {
  categoryAdded: categoryAddedView,
  categoryRenamed: categoryRenamedView,
  categoryMoved: categoryMovedView,
  categoryDeleted: categoryDeletedView,
  questionAdded: questionAddedView,
  questionUpdated: questionUpdatedView,
  questionMoved: questionMovedView,
  questionDeleted: questionDeletedView,
  settingsChanged: settingsChangedView,
  gameStarted: gameStartedView,
  questionSelected: questionSelectedView,
  questionProposed: questionProposedView,
  proposalWithdrawn: proposalWithdrawnView,
  playerBuzzed: playerBuzzedView,
  answerJudged: answerJudgedView,
  questionMarkedUnanswered: questionMarkedUnansweredView,
  musicPaused: musicPausedView,
  songNoted: songNotedView,
  soundNoted: soundNotedView,
  timerSet: timerSetView,
  timeTrialSwitched: timeTrialSwitchedView,
  gameCompleted: gameCompletedView,
  playerJoined: playerJoinedView,
  playerRejoined: playerRejoinedView,
  playerRenamed: playerRenamedView,
  seatMoved: seatMovedView,
  playerLeft: playerLeftView,
  moderatorLeft: moderatorLeftView,
  moderatorRejoined: moderatorRejoinedView,
  deskDisconnected: deskDisconnectedView,
  deskReconnected: deskReconnectedView,
  musicDeskSet: musicDeskSetView,
  musicDeskLost: musicDeskLostView,
  moderatorMoved: moderatorMovedView,
  verdictUndone: verdictUndoneView,
  verdictChanged: verdictChangedView,
  scoreChanged: scoreChangedView,
  scoreChangeUndone: scoreChangeUndoneView,
  playerNameSet: playerNameSetView,
  playerRemoved: playerRemovedView,
  playerBanned: playerBannedView,
  seatRequested: seatRequestedView,
  seatRequestEnded: seatRequestEndedView,
  seatRefused: seatRefusedView,
  seatGiven: seatGivenView,
  gameFollowed: gameFollowedView,
  gameReopened: gameReopenedView,
  gamePaused: gamePausedView,
  gameResumed: gameResumedView,
  startHeld: startHeldView,
  startReleased: startReleasedView,
  joiningLocked: joiningLockedView,
  crewAdded: crewAddedView,
  crewRemoved: crewRemovedView,
  crewMemberMoved: crewMemberMovedView,
  crewSuspended: crewSuspendedView,
  crewRestored: crewRestoredView,
  crewAskedBack: crewAskedBackView,
  deskLeft: deskLeftView,
  deskReturned: deskReturnedView,
  ownerChanged: ownerChangedView,
  helpRequested: helpRequestedView,
  helpEnded: helpEndedView,
  announced: announcedView,
  announcementEnded: announcementEndedView,
  announcementRead: announcementReadView,
  placedInRoom: placedInRoomView,
  teamCreated: teamCreatedView,
  teamRenamed: teamRenamedView,
  teamRemoved: teamRemovedView,
  teamsMerged: teamsMergedView,
  teamJoined: teamJoinedView,
  teamMoved: teamMovedView,
  teamsDealt: teamsDealtView,
  namesApproved: namesApprovedView,
  teamsInherited: teamsInheritedView,
  captainSet: captainSetView,
  teamNamed: teamNamedView,
  nameReported: nameReportedView,
  nameKept: nameKeptView,
  buzzArrived: buzzArrivedView,
  buzzesOrdered: buzzesOrderedView,
  falseStarted: falseStartedView,
  seatReserved: seatReservedView,
  playersSent: playersSentView,
} satisfies { [T in Exclude<keyof typeof EVENTS, Hidden>]: ViewEvolution<(typeof EVENTS)[T]> };
