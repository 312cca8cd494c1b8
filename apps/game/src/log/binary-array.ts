/** Type numbers of the server's catalogue; they never change. */
const TYPES = { text: 25, json: 114, integer: 23, bigint: 20 } as const;
/** Dimensions, whether it holds nulls, element type, length, index of the first element. */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
const HIGH = 2 ** 32;

/**
 * Arrays of one dimension as the server takes them in binary: nothing is escaped here and nothing parsed there, which
 * for JSON with its quotes is most of an append's work. Not for empty arrays.
 */
export function textArray(values: readonly (string | null)[], type: 'text' | 'json' = 'text'): Buffer {
  const sizes = values.map((value) => (value === null ? NULL_LENGTH : Buffer.byteLength(value)));
  const array = header(
    type,
    values.length,
    sizes.reduce((sum, size) => sum + Math.max(0, size), 0),
    sizes.includes(NULL_LENGTH),
  );
  let at = HEADER_BYTES;
  for (const [index, value] of values.entries()) {
    const size = sizes[index] ?? NULL_LENGTH;
    at = array.writeInt32BE(size, at);
    if (value !== null) at += array.write(value, at, size, 'utf8');
  }
  return array;
}

export function integerArray(values: readonly number[]): Buffer {
  const array = header('integer', values.length, values.length * 4);
  let at = HEADER_BYTES;
  for (const value of values) at = array.writeInt32BE(value, array.writeInt32BE(4, at));
  return array;
}

/** Whole numbers that JavaScript holds exactly. */
export function bigintArray(values: readonly number[]): Buffer {
  const array = header('bigint', values.length, values.length * 8);
  let at = HEADER_BYTES;
  for (const value of values) {
    at = array.writeInt32BE(8, at);
    at = array.writeInt32BE(Math.floor(value / HIGH), at);
    at = array.writeUInt32BE(value - Math.floor(value / HIGH) * HIGH, at);
  }
  return array;
}

function header(type: keyof typeof TYPES, length: number, bytes: number, hasNulls = false): Buffer {
  const array = Buffer.allocUnsafe(HEADER_BYTES + length * LENGTH_BYTES + bytes);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(hasNulls ? 1 : 0, 4);
  array.writeInt32BE(TYPES[type], 8);
  array.writeInt32BE(length, 12);
  array.writeInt32BE(1, 16);
  return array;
}
