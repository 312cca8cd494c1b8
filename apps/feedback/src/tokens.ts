/** What Nest finds under names that do not exist at run time. */
export const OBJECTS = Symbol('objects');
export const PARTS = Symbol('parts');
