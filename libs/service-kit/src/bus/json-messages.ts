import type { z } from 'zod';
import { decode, encode } from './codec.js';
import type { Transport } from './port.js';

/** False when the message is known to be lost. */
export const publishJson = (bus: Pick<Transport, 'publish'>, subject: string, message: object): boolean =>
  bus.publish(subject, encode(message));

/** Throws for a message that does not match the schema; in a handler of a subscription, the bus logs that. */
export const parseJson = <S extends z.ZodType>(schema: S, data: Uint8Array): z.output<S> => schema.parse(decode(data));
