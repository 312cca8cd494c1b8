/** What Nest finds parts of the gateway under that have no class of their own. */
export const TOKENS = Symbol('tokens');
export const FIGURES = Symbol('figures');
export const LIMITER = Symbol('limiter');
export const OWNERS = Symbol('owners');
export const LIFECYCLE = Symbol('lifecycle');
/** Turns of new sockets, hellos and guests, behind games in play. */
export const ARRIVALS = Symbol('arrivals');
