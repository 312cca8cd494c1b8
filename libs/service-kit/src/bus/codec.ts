import type { Refusal } from '@earworm/contracts';
import type { z } from 'zod';
import { type BusMessage, EncodedReply, LocalValue, type Payload, type ReplyEnvelope, type Transport } from './port.js';

export const encode = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

export const decode = (data: Uint8Array): unknown => JSON.parse(textOf(data));

/** False when the message is known to be lost. */
export const publishJson = (bus: Pick<Transport, 'publish'>, subject: string, message: object): boolean =>
  bus.publish(subject, encode(message));

/** Throws for a message that does not match the schema; in a handler of a subscription, the bus logs that. */
export const parseJson = <S extends z.ZodType>(schema: S, data: Uint8Array): z.output<S> => schema.parse(decode(data));

/** Undefined for a message that does not match the schema, such as one of a newer release. */
export function tryParseJson<S extends z.ZodType>(schema: S, data: Uint8Array): z.output<S> | undefined {
  try {
    return schema.safeParse(decode(data)).data;
  } catch {
    return undefined;
  }
}

export const encodePayload = (data: Payload): Uint8Array => (data instanceof LocalValue ? encode(data.value) : data);

export const encodeMessage = (message: BusMessage<Payload>): BusMessage =>
  message.data instanceof LocalValue ? { ...message, data: encode(message.data.value) } : (message as BusMessage);

const textOf = (data: Uint8Array): string =>
  (Buffer.isBuffer(data) ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength)).toString('utf8');

export const accepted = (value: unknown): Uint8Array =>
  value instanceof EncodedReply
    ? Buffer.from(`{"ok":true,"value":${value.json}}`)
    : encode({ ok: true, value } satisfies ReplyEnvelope);

export const refusal = (refused: Refusal): Uint8Array => encode({ ok: false, ...refused } satisfies ReplyEnvelope);
