import type { Command, LimitedAction, Role } from '@earworm/contracts';

const OF_PLAYERS: ReadonlySet<Command['type']> = new Set(['joinGame', 'leaveGame', 'rejoinGame', 'buzz']);

/** Players' commands come from players' sockets, all others from the moderator's; stage and observers only watch. */
export const mayGive = (role: Role, type: Command['type']): boolean =>
  OF_PLAYERS.has(type) ? role === 'player' : role === 'moderator';

/** The limit that a command spends at the rate-limit service; presses spend theirs here. */
export const LIMIT_OF: Partial<Record<Command['type'], LimitedAction>> = {
  joinGame: 'join_game',
  rejoinGame: 'join_game',
  selectQuestion: 'select_question',
  judgeAnswer: 'judge_answer',
};
