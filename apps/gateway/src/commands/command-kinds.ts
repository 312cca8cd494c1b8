import { type Command, contentBytes, type CountedAction, ISSUERS, type Role } from '@earworm/contracts';

/** Entering a game requires a valid token and reports the device. */
export const ENTERS_GAME: ReadonlySet<Command['type']> = new Set(['joinGame', 'requestSeat']);

export const mayIssue = (role: Role, type: Command['type']): boolean =>
  ISSUERS[type] === 'anyone' ? role === 'player' : role === 'moderator';

export const LIMITS_OF: Partial<Record<Command['type'], readonly CountedAction[]>> = {
  joinGame: ['join_game', 'take_seat'],
  rejoinGame: ['join_game'],
  requestSeat: ['join_game', 'request_seat'],
  selectQuestion: ['select_question'],
  proposeQuestion: ['select_question'],
  judgeAnswer: ['judge_answer'],
  undoVerdict: ['judge_answer'],
  changeVerdict: ['judge_answer'],
  changeScore: ['judge_answer'],
  addQuestion: ['write_questions'],
  updateQuestion: ['write_questions'],
};

export function pointsOf(command: Command, limit: CountedAction): number {
  if (limit !== 'write_questions' || !('question' in command)) return 1;
  return contentBytes([{ name: '', questions: [command.question] }]);
}

/** Code for adding a question to a game: the sentence about games would not fit. */
export const refusedAs = (limit: CountedAction): CountedAction =>
  limit === 'write_questions' ? 'save_template' : limit;
