import * as announcements from './announcements.js';
import * as handOver from './crew/hand-over.js';
import * as help from './crew/help.js';
import * as inherit from './crew/inherit.js';
import * as members from './crew/members.js';
import * as room from './room.js';
import * as takeOver from './crew/take-over.js';
import * as desk from './desk.js';
import * as heldStart from './held-start.js';
import * as lifecycle from './lifecycle.js';
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
import * as buzz from './round/buzz.js';
import * as falseStart from './round/false-start.js';
import * as hold from './round/hold.js';
import * as music from './round/music.js';
import * as select from './round/select.js';
import * as addQuestions from './setup/add-questions.js';
import * as replaceQuestions from './setup/replace-questions.js';
import * as categories from './setup/categories.js';
import * as questions from './setup/questions.js';
import * as settings from './setup/settings.js';
import * as teamsInherited from './teams/inherited.js';
import * as teamPlaces from './teams/places.js';
import * as teamSetup from './teams/setup.js';
import * as timeTrial from './time-trial.js';
import * as correct from './verdict/correct.js';
import * as judge from './verdict/judge.js';
import * as scoreChange from './verdict/score-change.js';
import * as undo from './verdict/undo.js';

/** The commands that a browser may send, each under its type. The order is that of the published schema. */
export const COMMANDS = {
  addCategory: categories.addCategory,
  renameCategory: categories.renameCategory,
  moveCategory: categories.moveCategory,
  deleteCategory: categories.deleteCategory,
  addQuestion: questions.addQuestion,
  addQuestions: addQuestions.addQuestions,
  updateQuestion: questions.updateQuestion,
  moveQuestion: questions.moveQuestion,
  deleteQuestion: questions.deleteQuestion,
  changeSettings: settings.changeSettings,
  startGame: lifecycle.startGame,
  completeGame: lifecycle.completeGame,
  selectQuestion: select.selectQuestion,
  judgeAnswer: judge.judgeAnswer,
  markUnanswered: judge.markUnanswered,
  switchTimeTrial: timeTrial.switchTimeTrial,
  pauseMusic: music.pauseMusic,
  noteSong: music.noteSong,
  noteSound: music.noteSound,
  runTimer: timeTrial.runTimer,
  takeMusic: desk.takeMusic,
  undoVerdict: undo.undoVerdict,
  changeVerdict: correct.changeVerdict,
  changeScore: scoreChange.changeScore,
  undoScoreChange: scoreChange.undoScoreChange,
  renamePlayer: removal.renamePlayer,
  approveNames: nameReview.approveNames,
  keepName: nameReports.keepName,
  removePlayer: removal.removePlayer,
  lockJoining: removal.lockJoining,
  answerSeatRequest: seatRequests.answerSeatRequest,
  playAgain: lifecycle.playAgain,
  reopenGame: reopen.reopenGame,
  pauseGame: pause.pauseGame,
  resumeGame: pause.resumeGame,
  leaveAsModerator: desk.leaveAsModerator,
  rejoinAsModerator: desk.rejoinAsModerator,
  joinGame: join.joinGame,
  requestSeat: seatRequests.requestSeat,
  withdrawSeatRequest: seatRequests.withdrawSeatRequest,
  reportName: nameReports.reportName,
  leaveGame: leave.leaveGame,
  rejoinGame: leave.rejoinGame,
  proposeQuestion: select.proposeQuestion,
  withdrawProposal: select.withdrawProposal,
  buzz: buzz.buzz,
  setCrewRights: members.setCrewRights,
  removeCrew: members.removeCrew,
  leaveCrew: members.leaveCrew,
  takeOver: takeOver.takeOver,
  giveBack: takeOver.giveBack,
  askBack: takeOver.askBack,
  handOver: handOver.handOver,
  callForHelp: help.callForHelp,
  withdrawHelp: help.withdrawHelp,
  announce: announcements.announce,
  endAnnouncement: announcements.endAnnouncement,
  readAnnouncement: announcements.readAnnouncement,
  addTeams: teamSetup.addTeams,
  renameTeam: teamSetup.renameTeam,
  removeTeam: teamSetup.removeTeam,
  mergeTeams: teamSetup.mergeTeams,
  joinTeam: teamPlaces.joinTeam,
  moveToTeam: teamPlaces.moveToTeam,
  dealTeams: teamPlaces.dealTeams,
  setCaptain: captain.setCaptain,
  nameOwnTeam: captain.nameOwnTeam,
};

/**
 * Commands that no client of a game sends. The server issues them: `createGame` for the user who asked for a game, those of
 * `staff` for an operator of the event, the others for itself.
 */
export const SERVER_COMMANDS = {
  createGame: lifecycle.createGame,
  noteAbsence: desk.noteAbsence,
  noteDeskDisconnected: desk.noteDeskDisconnected,
  noteDeskReconnected: desk.noteDeskReconnected,
  noteMusicDeskLost: desk.noteMusicDeskLost,
  moveUser: moveUser.moveUser,
  lapseSeatRequest: seatRequests.lapseSeatRequest,
  addCrew: members.addCrew,
  inheritCrew: inherit.inheritCrew,
  operatorTakesOver: takeOver.operatorTakesOver,
  operatorHelps: takeOver.operatorHelps,
  solveHelp: help.solveHelp,
  placeInRoom: room.placeInRoom,
  replaceQuestions: replaceQuestions.replaceQuestions,
  giveDesk: takeOver.giveDesk,
  holdStart: heldStart.holdStart,
  releaseStart: heldStart.releaseStart,
  orderBuzzes: hold.orderBuzzes,
  reserveSeat: reservedSeats.reserveSeat,
  releaseSeat: reservedSeats.releaseSeat,
  sendPlayers: sentPlayers.sendPlayers,
  noteArrival: sentPlayers.noteArrival,
};

/** What a game's log holds. A published type never changes shape or meaning; a new meaning is a new type. */
export const EVENTS = {
  gameCreated: lifecycle.gameCreated,
  owned: lifecycle.owned,
  categoryAdded: categories.categoryAdded,
  categoryRenamed: categories.categoryRenamed,
  categoryMoved: categories.categoryMoved,
  categoryDeleted: categories.categoryDeleted,
  questionAdded: questions.questionAdded,
  questionUpdated: questions.questionUpdated,
  questionMoved: questions.questionMoved,
  questionDeleted: questions.questionDeleted,
  settingsChanged: settings.settingsChanged,
  gameStarted: lifecycle.gameStarted,
  questionSelected: select.questionSelected,
  questionProposed: select.questionProposed,
  proposalWithdrawn: select.proposalWithdrawn,
  playerBuzzed: buzz.playerBuzzed,
  answerJudged: judge.answerJudged,
  questionMarkedUnanswered: judge.questionMarkedUnanswered,
  musicPaused: music.musicPaused,
  songNoted: music.songNoted,
  soundNoted: music.soundNoted,
  timerSet: timeTrial.timerSet,
  timeTrialSwitched: timeTrial.timeTrialSwitched,
  gameCompleted: lifecycle.gameCompleted,
  playerJoined: join.playerJoined,
  playerRejoined: leave.playerRejoined,
  playerRenamed: join.playerRenamed,
  seatMoved: seatMoved.seatMoved,
  playerLeft: leave.playerLeft,
  moderatorLeft: desk.moderatorLeft,
  moderatorRejoined: desk.moderatorRejoined,
  deskDisconnected: desk.deskDisconnected,
  deskReconnected: desk.deskReconnected,
  musicDeskSet: desk.musicDeskSet,
  musicDeskLost: desk.musicDeskLost,
  moderatorMoved: moveUser.moderatorMoved,
  verdictUndone: undo.verdictUndone,
  verdictChanged: correct.verdictChanged,
  scoreChanged: scoreChange.scoreChanged,
  scoreChangeUndone: scoreChange.scoreChangeUndone,
  playerNameSet: removal.playerNameSet,
  playerRemoved: removal.playerRemoved,
  playerBanned: removal.playerBanned,
  seatRequested: seatRequests.seatRequested,
  seatRequestEnded: requestsEnded.seatRequestEnded,
  seatRefused: seatRequests.seatRefused,
  seatGiven: seatRequests.seatGiven,
  gameFollowed: lifecycle.gameFollowed,
  gameReopened: reopen.gameReopened,
  gamePaused: pause.gamePaused,
  gameResumed: pause.gameResumed,
  startHeld: heldStart.startHeld,
  startReleased: heldStart.startReleased,
  joiningLocked: removal.joiningLocked,
  crewAdded: members.crewAdded,
  crewRemoved: membership.crewRemoved,
  crewMemberMoved: membership.crewMemberMoved,
  crewSuspended: takeOver.crewSuspended,
  crewRestored: membership.crewRestored,
  crewAskedBack: takeOver.crewAskedBack,
  deskLeft: desk.deskLeft,
  deskReturned: desk.deskReturned,
  ownerChanged: handOver.ownerChanged,
  helpRequested: help.helpRequested,
  helpEnded: help.helpEnded,
  announced: announcements.announced,
  announcementEnded: announcements.announcementEnded,
  announcementRead: announcements.announcementRead,
  placedInRoom: room.placedInRoom,
  teamCreated: teamSetup.teamCreated,
  teamRenamed: teamSetup.teamRenamed,
  teamRemoved: teamSetup.teamRemoved,
  teamsMerged: teamSetup.teamsMerged,
  teamJoined: teamPlaces.teamJoined,
  teamMoved: teamPlaces.teamMoved,
  teamsDealt: teamPlaces.teamsDealt,
  namesApproved: nameReview.namesApproved,
  teamsInherited: teamsInherited.teamsInherited,
  captainSet: captain.captainSet,
  teamNamed: captain.teamNamed,
  nameReported: nameReports.nameReported,
  nameKept: nameReports.nameKept,
  buzzArrived: hold.buzzArrived,
  buzzesOrdered: hold.buzzesOrdered,
  falseStarted: falseStart.falseStarted,
  seatReserved: reservedSeats.seatReserved,
  playersSent: sentPlayers.playersSent,
};
