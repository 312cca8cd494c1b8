import { z } from 'zod';
import { REOPEN_MS } from './constants.js';
import { command, event, rejected, type Emits, type HiddenEvent, type ViewEvolution } from './definition.js';
import type { Game } from './state.js';
import { withTurn } from './teams.js';
import { viewOf } from './views/view-of.js';

/** The end is undone: the game goes on where it was, an open question with its music paused. */
export const gameReopened = event('gameReopened', {
  fields: () => ({ status: z.enum(['setup', 'playing']), completedAt: z.number() }),
  evolve: (game): Game => {
    if (game.status !== 'completed') return game;
    const { completedAt: _completedAt, next: _next, ended, startedAt, ...rest } = game;
    if (ended === null || startedAt === null) return { ...rest, status: 'setup' };
    return { ...rest, ...ended, status: 'playing', startedAt };
  },
  view: (v, reopened, after, _before, kind) => {
    const hidden: HiddenEvent = { v };
    if (after.status === 'completed') return hidden;
    const { current, nextSelector, nextTeam, proposedQuestionId, lastVerdict } = viewOf(after, kind);
    const turn = { nextSelector, ...(nextTeam !== undefined && { nextTeam }) };
    return { v, ...reopened, current, ...turn, proposedQuestionId, lastVerdict };
  },
  isPerKind: true,
});

export const gameReopenedView: ViewEvolution<typeof gameReopened> = {
  by: 'moderator',
  evolveView: (
    { awards: _awards, evidence: _evidence, ...view },
    { status, current, nextSelector, nextTeam, proposedQuestionId, lastVerdict },
  ) => ({
    ...withTurn(view, nextTeam),
    ...{ status, current, nextSelector, proposedQuestionId, lastVerdict },
    completedAt: null,
    next: null,
  }),
};

/** Undoes the end of a game for `REOPEN_MS`, until players have gone on to a next game. */
export const reopenGame = command('reopenGame', {
  issuer: 'judge',
  fields: () => ({}),
  // Reopened already, from another desk.
  decide: (): Emits<typeof gameReopened> => [],
  decideEnded: ({ next, sentOn, completedAt, startedAt }, at): Emits<typeof gameReopened> => {
    if (next !== null || sentOn === true) return rejected('game-followed');
    if (at - completedAt > REOPEN_MS) return rejected('reopen-too-late');
    return [{ type: 'gameReopened', at, status: startedAt === null ? 'setup' : 'playing', completedAt }];
  },
});
