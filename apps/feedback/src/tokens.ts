/** What Nest finds under names that do not exist at run time. */
export const BUS = Symbol('bus');
export const OBJECTS = Symbol('objects');
export const PARTS = Symbol('parts');
