import type { Provider, Type } from '@nestjs/common';
import type { CallHandler } from '../bus/call-handler.js';
import type { Kit } from './kit.js';

/** What Nest finds the bus under; it is an interface and has no name at run time. */
export const BUS = Symbol('bus');
/** A service's configuration. */
export const CONFIG = Symbol('config');
/** The list of a service's handlers. */
export const CALLS = Symbol('calls');

export const busOf = (kit: Kit): Provider => ({ provide: BUS, useValue: kit.bus });

/** The handlers, and their list under `CALLS`. */
export const served = (handlers: readonly Type<CallHandler>[]): Provider[] => [
  ...handlers,
  { provide: CALLS, useFactory: (...all: CallHandler[]) => all, inject: [...handlers] },
];
