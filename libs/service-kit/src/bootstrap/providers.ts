/** What Nest finds the service's kit under; it is an interface and has no name at run time. */
export const KIT = Symbol('kit');
/** The kit's bus. */
export const BUS = Symbol('bus');
/** The service's configuration. */
export const CONFIG = Symbol('config');
