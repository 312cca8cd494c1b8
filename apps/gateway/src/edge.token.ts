/** The injection token of the wired `Edge`. */
export const EDGE = Symbol('edge');
