import type { Command, CountedAction, Role } from '@earworm/contracts';

const OF_PLAYERS: ReadonlySet<Command['type']> = new Set(['joinGame', 'leaveGame', 'rejoinGame', 'buzz']);

/** Players' commands come from players' sockets, all others from the moderator's; stage and observers only watch. */
export const mayGive = (role: Role, type: Command['type']): boolean =>
  OF_PLAYERS.has(type) ? role === 'player' : role === 'moderator';

/** The limits that a command spends at the rate-limit service; presses spend theirs here. */
export const LIMITS_OF: Partial<Record<Command['type'], readonly CountedAction[]>> = {
  joinGame: ['join_game', 'take_seat'],
  rejoinGame: ['join_game'],
  selectQuestion: ['select_question'],
  judgeAnswer: ['judge_answer'],
};
