const LARGE_BYTES = 64 * 1024;

export const encode = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

export const decode = (data: Uint8Array): unknown => JSON.parse(textOf(data));

export const isLarge = (data: Uint8Array): boolean => data.byteLength > LARGE_BYTES;

export const textOf = (data: Uint8Array): string =>
  (Buffer.isBuffer(data) ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength)).toString('utf8');
