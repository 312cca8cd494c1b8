export const TOKENS = Symbol('tokens');
export const FIGURES = Symbol('figures');
export const LIMITER = Symbol('limiter');
export const OWNERS = Symbol('owners');
export const LIFECYCLE = Symbol('lifecycle');
/** Schedules new guests behind games in play. */
export const GUEST_TURNS = Symbol('guest turns');
