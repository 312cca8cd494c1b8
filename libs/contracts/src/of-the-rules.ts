/** What a service that only moves bytes must name of the rules; it may not import them. */
export { GameId as GameIdSchema, ISSUERS, RULES, viewKindOf } from '@earworm/rules';
export type { Command, GameEvent, GameId, QuestionId, Role, UserId, ViewKind } from '@earworm/rules';
