import { defineCall, defineCallByReference, RefusedError } from '@earworm/contracts';
import { z } from 'zod';
import { BusError, type Bus } from '../port.js';

export interface SuiteConnection {
  readonly bus: Bus;
}

export interface BreakableConnection extends SuiteConnection {
  /** Breaks this connection as a failing network would, until `restore`. */
  cut(): void;
  restore(): void;
}

export interface BusUnderTest<Connection extends SuiteConnection = SuiteConnection> {
  /** Another connection to the same bus. */
  connect(): Promise<Connection>;
  close(): Promise<void>;
}

export const add = defineCall({
  subject: 'suite.add',
  request: z.strictObject({ a: z.number(), b: z.number().default(1) }),
  reply: z.strictObject({ sum: z.number().max(1000) }),
  errors: ['busy'],
});

/** As `add`, by reference where both ends are in one process. */
export const addByReference = defineCallByReference({ ...add, subject: 'suite.add-by-reference' });

export const text = (data: Uint8Array) => Buffer.from(data).toString();
export const bytes = (words: string) => Buffer.from(words);
/** Lets so many turns of the event loop pass. */
export async function turns(count = 10): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}
export const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) =>
      error instanceof BusError ? error.reason : error instanceof RefusedError ? error.code : String(error),
  );
