export const TOKENS = Symbol('tokens');
export const FIGURES = Symbol('figures');
export const LIMITER = Symbol('limiter');
export const OWNERS = Symbol('owners');
export const LIFECYCLE = Symbol('lifecycle');
/** Schedules new sockets, hellos and guests behind games in play. */
export const ARRIVALS = Symbol('arrivals');
