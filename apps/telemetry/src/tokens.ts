/** What Nest finds the bus under; it is an interface and has no name at run time. */
export const BUS = Symbol('bus');
