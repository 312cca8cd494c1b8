export * from './constants.js';
export * from './ids.js';
export * from './state.js';
export { playerOf, visiblePlayers } from './players.js';
export { CategoryDraft, QuestionContent, QuestionDraft } from './quiz.js';
export {
  Announce,
  AnswerSeatRequest,
  Command,
  CreateGame,
  EndAnnouncement,
  GiveDesk,
  InheritCrew,
  NoteArrival,
  ReleaseSeat,
  ReserveSeat,
  SendPlayers,
  RemovePlayer,
  KeepName,
  RenamePlayer,
  type AnyCommand,
  type CommandType,
  type ServerCommand,
} from './commands.js';
export { inheritCrewOf } from './crew/inherit.js';
export { TimelineRow, timelineRow } from './timeline/row.js';
export { TeamsOfRows } from './timeline/row-teams.js';
export { isStartHeld } from './held-start.js';
export { dealt } from './teams/deal.js';
export { isUnclaimed, joinCodeOf, roomActor } from './room.js';
export { GameEvent, type GameEventType } from './events.js';
export type { Actor, Context, HiddenEvent } from './definition.js';
export { type BuzzOrder, isLevel, ordered, SONG_SHIFT_MAX_MS, type TimedBuzz } from './fairness/order.js';
export {
  acceptedTime,
  type AcceptedTime,
  budgetLeft,
  buzzTiming,
  type BuzzTiming,
  CREDIT_MAX_MS,
  type CreditBudget,
  type Doubt,
} from './fairness/timing.js';
export { chainOf, evidenceIn, scoresOf } from './evidence/evidence.js';
export { checkEvidence, EVIDENCE_FORMAT, type EvidenceFile, shownEnd, textOf } from './evidence/verify.js';
export * from './rejections.js';
export * from './views.js';
export * from './media/medium.js';
export * from './media/youtube-link.js';
export { gainFor, nextPointValue } from './points.js';
export { elapsedSeconds, isSongNews, songHeardMs, type Clock } from './clock.js';
export { charactersOf, cutText } from './characters.js';
export { cleanLine, cleanName, cutName, fitsName } from './names.js';
export { reviewed, standIn } from './reviewed.js';
export { cleanText, isGameId } from './texts.js';
export { decide, ISSUERS, STAFF_COMMANDS, type Decision } from './decide.js';
export {
  canJudge,
  hasDesk,
  hasRight,
  isJudge,
  mayTakeOver,
  memberOf,
  membersOf,
  needsDesk,
  refusalOf,
  type WithCrew,
} from './rights.js';
export { evolve } from './evolve.js';
export { joinFields } from './people/join.js';
export { isBlockedName } from './people/blocked-names.js';
export { planTeams } from './people/planned-teams.js';
export { inactiveNamed } from './people/names-held.js';
export { contentOf, draftsOf, mediumOf } from './setup/draft.js';
export { staffViewOf } from './views/staff-view.js';
export { rosterOf, seatOf, viewOf } from './views/view-of.js';
export { ranksOf } from './views/leaders.js';
export { isSameForAllKinds, viewEventOf, type SeenViewEvent, type ViewEvent } from './view-events.js';
export { evolveSeat, evolveView, rankInView } from './evolve-view.js';
export {
  ATTENTION_ACTS,
  ATTENTION_KINDS,
  ATTENTION_THRESHOLDS,
  attentionOf,
  byUrgency,
  isOutdated,
  type Attention,
  type AttentionKind,
  type AttentionThresholds,
  type HeardStatus,
  type RoomPlan,
} from './attention/attention-of.js';
export { cardsOf, type AttentionCard, type RoomAttention } from './attention/cards.js';
export { RoomStatus } from './attention/status.js';
export { statusOf, type RoomPresence } from './attention/status-of.js';
export {
  COUNTINGS,
  snakeRoom,
  standingsOf,
  teamIdOf,
  type Counting,
  type GameResults,
  type GameScore,
  type Standing,
} from './standings/standings.js';
