import { type Command, contentBytes, type CountedAction, ISSUERS, type Role } from '@earworm/contracts';

/** Commands by which somebody comes into a game: they need a token that is valid, and say from which device they come. */
export const COMES_IN: ReadonlySet<Command['type']> = new Set(['joinGame', 'requestSeat']);

/** Players' commands come from players' sockets, all others from the moderator's; stage and observers only watch. */
export const mayGive = (role: Role, type: Command['type']): boolean =>
  ISSUERS[type] === 'anyone' ? role === 'player' : role === 'moderator';

/** The limits that a command spends at the rate-limit service; presses spend theirs here. */
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

/** What a command costs of one of its limits. */
export function pointsOf(command: Command, limit: CountedAction): number {
  if (limit !== 'write_questions' || !('question' in command)) return 1;
  return contentBytes([{ name: '', questions: [command.question] }]);
}

/** The sentence for who sets up a game speaks of games; for a question of one of them another one fits. */
export const refusedAs = (limit: CountedAction): CountedAction =>
  limit === 'write_questions' ? 'save_template' : limit;
