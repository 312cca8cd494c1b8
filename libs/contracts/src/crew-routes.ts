import { z } from 'zod';
import { REASON_MAX_LENGTH } from '@earworm/rules';
import { changeCrew } from './calls/crew.js';
import { refusedWith } from './errors.js';
import { answersOf, route } from './route.js';

const params = z.strictObject({ gameId: z.string().max(80) });
const body = z.strictObject({
  reason: z.string().max(REASON_MAX_LENGTH).regex(/\S/, refusedWith('reason-required')),
});
const on = ['game', 'gameId'] as const;
const reason = 'reason';
const answers = answersOf(changeCrew, 'invalid-game-id');

/** What administrators do in the crews of other people's games. */
export const CREW_ROUTES = {
  takeOverGame: route({
    access: 'admin',
    audit: { act: 'game-taken-over', on, reason },
    summary: 'Join the crew of a game with all rights, and suspend all others who can judge',
    params,
    body,
    ...answers,
  }),
  helpGame: route({
    access: 'admin',
    audit: { act: 'game-helped', on, reason },
    summary: 'Join the crew of a game with all rights, beside the others',
    params,
    body,
    ...answers,
  }),
  solveHelp: route({
    access: 'admin',
    audit: { act: 'help-solved', on },
    summary: "End a game's call for help",
    params,
    ...answers,
  }),
};
