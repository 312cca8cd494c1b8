import { z } from 'zod';
import { HELP_CATEGORIES, HELP_MAX_LENGTH } from '../constants.js';
import { command, event, rejected, type Emits, type ViewEvolution } from '../definition.js';
import { UserId } from '../ids.js';
import { memberOf } from '../rights.js';
import type { Game } from '../state.js';
import { cleanText } from '../texts.js';
import type { GameView } from '../views.js';

/** A member calls an operator. Only desks see what for. */
export const helpRequested = event('helpRequested', {
  fields: () => ({ category: z.enum(HELP_CATEGORIES), text: z.string(), by: UserId, name: z.string() }),
  evolve: (game, { type: _type, ...call }): Game => ({ ...game, help: call }),
  view: (v, { type, at, ...call }, _after, _before, kind) => ({ v, type, at, call: kind === 'full' ? call : null }),
  isPerKind: true,
});
export const helpRequestedView: ViewEvolution<typeof helpRequested> = {
  by: 'moderator',
  evolveView: (view, { at, call }) => (call === null ? view : { ...view, help: { ...call, at } }),
};

const withoutHelp = <G extends Game | GameView>({ help: _help, ...game }: G): G => game as G;

/** The call is over: solved by an operator, or withdrawn. */
export const helpEnded = event('helpEnded', {
  fields: () => ({ by: UserId, solved: z.boolean() }),
  evolve: withoutHelp<Game>,
  view: (v, { type, at, solved }) => ({ v, type, at, solved }),
});
export const helpEndedView: ViewEvolution<typeof helpEnded> = { by: 'moderator', evolveView: withoutHelp };

/** One call at a time. Also of a suspended member, who may need help most. */
export const callForHelp = command('callForHelp', {
  issuer: 'crew',
  fields: () => ({ category: z.enum(HELP_CATEGORIES), text: z.string().max(HELP_MAX_LENGTH) }),
  decide: ({ game, at, ctx }, { category, text }): Emits<typeof helpRequested> => {
    if (game.help !== undefined) return rejected('help-open');
    const { userId: by } = ctx.actor;
    const name = memberOf(game, by)?.name ?? '';
    return [{ type: 'helpRequested', at, category, text: cleanText(text), by, name }];
  },
});

export const withdrawHelp = command('withdrawHelp', {
  issuer: 'crew',
  fields: () => ({}),
  decide: ({ game, at, ctx }): Emits<typeof helpEnded> =>
    game.help === undefined ? [] : [{ type: 'helpEnded', at, by: ctx.actor.userId, solved: false }],
});

export const solveHelp = command('solveHelp', {
  issuer: 'server',
  fields: () => ({ by: UserId }),
  decide: ({ game, at }, { by }): Emits<typeof helpEnded> =>
    game.help === undefined ? [] : [{ type: 'helpEnded', at, by, solved: true }],
});
