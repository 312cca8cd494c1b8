const RATE = 8_000;

/** So many seconds of a quiet tone, as a WAV file of 8 kHz. */
export function tone(seconds: number): Buffer {
  const count = RATE * seconds;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + count, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(count, 40);
  const samples = Buffer.from(Array.from({ length: count }, (_, at) => 128 + Math.round(20 * Math.sin(at / 3))));
  return Buffer.concat([head, samples]);
}
