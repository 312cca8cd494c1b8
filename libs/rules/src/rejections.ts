/** Rejections are values; an exception in the rules is a bug. The messages are in `libs/contracts/src/error-table.ts`. */
export type RejectionCode =
  | 'game-not-found'
  | 'game-ended'
  | 'game-already-exists'
  | 'not-moderator'
  | 'not-a-player'
  | 'not-in-setup'
  | 'not-playing'
  | 'name-required'
  | 'name-too-long'
  | 'name-taken'
  | 'category-name-required'
  | 'category-not-found'
  | 'question-not-found'
  | 'question-already-answered'
  | 'question-in-play'
  | 'not-your-turn'
  | 'id-taken'
  | 'youtube-link-required'
  | 'youtube-link-invalid'
  | 'answer-required'
  | 'no-active-question'
  | 'no-active-question-to-mark'
  | 'invalid-judge-state'
  | 'question-not-current'
  | 'already-attempted'
  | 'stale-edit'
  | 'game-full'
  | 'not-allowed'
  | 'no-verdict-to-undo'
  | 'verdict-not-found'
  | 'reason-required'
  | 'player-not-found'
  | 'name-reserved'
  | 'too-many-seat-requests'
  | 'seat-request-open'
  | 'seat-request-over'
  | 'seat-refused'
  | 'joining-locked'
  | 'game-followed'
  | 'reopen-too-late'
  | 'banned';

export interface Rejection {
  readonly code: RejectionCode;
  /** Fills the placeholders of the code's message, e.g. the category's id. */
  readonly params?: Readonly<Record<string, string | number>>;
}
