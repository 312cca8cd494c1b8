import { LimitedAction } from '@earworm/contracts';

/** So many points in a window of so many seconds, which opens with the first one spent. */
export interface Limit {
  readonly points: number;
  readonly seconds: number;
}

export type Limits = Readonly<Record<LimitedAction, Limit>>;

/** `10/600`: ten in ten minutes. Undefined when it is not of that form or a number is 0. */
export function parseLimit(text: string): Limit | undefined {
  const [, points, seconds] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  if (!points || !seconds || Number(points) === 0 || Number(seconds) === 0) return undefined;
  return { points: Number(points), seconds: Number(seconds) };
}

/** The table. Each action has a variable of its own, in the form of `parseLimit`. */
export const LIMIT_DEFAULTS = {
  create_game: { variable: 'LIMIT_CREATE', limit: '10/600', by: 'user' },
  join_game: { variable: 'LIMIT_JOIN', limit: '30/60', by: 'user' },
  answer_submission: { variable: 'LIMIT_ANSWER', limit: '20/10', by: 'user' },
  select_question: { variable: 'LIMIT_SELECT', limit: '60/60', by: 'game' },
  judge_answer: { variable: 'LIMIT_JUDGE', limit: '60/60', by: 'game' },
} as const satisfies Record<LimitedAction, { variable: string; limit: string; by: 'user' | 'game' }>;

/**
 * Whose points an action spends. Never an address: a venue is one. A game's are those of one user in it: only its
 * moderator may judge and select, and nobody else shall be able to spend their points.
 */
export const spenderOf = (action: LimitedAction, who: { userId: string; gameId: string }): string =>
  LIMIT_DEFAULTS[action].by === 'user' ? who.userId : `${who.gameId} ${who.userId}`;

export const ACTIONS = LimitedAction.options;
