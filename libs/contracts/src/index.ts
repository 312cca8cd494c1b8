/** The part of the rules for services that only forward data. They may not import `@earworm/rules` themselves. */
export {
  canJudge,
  GameId as GameIdSchema,
  hasDesk,
  ISSUERS,
  memberOf,
  membersOf,
  needsDesk,
  refusalOf,
  RULES,
  viewKindOf,
} from '@earworm/rules';
export type {
  BuzzTiming,
  Command,
  CrewMember,
  GameEvent,
  GameId,
  HelpCategory,
  QuestionId,
  Role,
  UserId,
  ViewKind,
  WithCrew,
} from '@earworm/rules';
export * from './call.js';
export * from './connection-quality.js';
export * from './content-bytes.js';
export * from './copied-questions.js';
export { type ErrorCode, ERRORS } from './error-table.js';
export * from './errors.js';
export * from './limits.js';
export * from './protocol.js';
export * from './frames.js';
export * from './paths.js';
export * from './bus-messages.js';
export * from './routes.js';
export * from './calls/game.js';
export * from './calls/staff-view.js';
export * from './calls/timeline.js';
export * from './calls/crew.js';
export * from './calls/erasures.js';
export * from './calls/retention.js';
export * from './privacy.js';
export * from './calls/library.js';
export * from './template-limits.js';
export * from './template.js';
export * from './calls/templates.js';
export * from './calls/template-games.js';
export * from './calls/template-reports.js';
export * from './template-file.js';
export { csvLines, csvOf, type CsvRow, textOfCell } from './csv.js';
export * from './calls/identity.js';
export * from './calls/moves.js';
export * from './calls/person-erasures.js';
export * from './calls/person-exports.js';
export * from './calls/accounts.js';
export * from './calls/audit.js';
export * from './calls/rate-limit.js';
export * from './calls/telemetry.js';
export * from './calls/analytics.js';
export * from './calls/clips.js';
export * from './calls/feedback.js';
export * from './calls/crew-links.js';
export * from './colours.js';
export { canonicalNetwork, type NetworkFault, networkFault } from './networks.js';
export * from './show-limits.js';
export * from './show.js';
export * from './calls/shows.js';
export * from './attention.js';
export * from './show-frame.js';
export * from './calls/advances.js';
export * from './calls/attention.js';
export * from './calls/room-acts.js';
export * from './calls/rooms.js';
export * from './calls/show-results.js';
export * from './calls/show-stage.js';
export * from './calls/standings.js';
export * from './calls/my-rooms.js';
export * from './calls/crew-mails.js';
export * from './operations.js';
export * from './page-paths.js';
