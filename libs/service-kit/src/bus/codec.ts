const LARGE_BYTES = 64 * 1024;

/** JSON on the wire. Encoded once per message; undefined members vanish as JSON has it. */
export const encode = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

/** Throws SyntaxError when the bytes are no JSON. */
export const decode = (data: Uint8Array): unknown => JSON.parse(textOf(data));

/** A message that takes milliseconds to parse: it is read in several turns of the event loop. */
export const isLarge = (data: Uint8Array): boolean => data.byteLength > LARGE_BYTES;

export const textOf = (data: Uint8Array): string =>
  (Buffer.isBuffer(data) ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength)).toString('utf8');
