/** What Nest finds under a name that does not exist at run time. */
export const PARTS = Symbol('parts');
