import fc from 'fast-check';

const LAST = 0x10_ffff;
const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/**
 * Every character, as fast-check's unit `binary`, which builds a table of all 1.1 million for its first string: most of a
 * second of CPU in each spec file.
 */
const characters = fc.nat({ max: LAST - SURROGATES }).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (text) => {
    const code = typeof text === 'string' && text.isWellFormed() ? text.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== text) throw new Error('not one character');
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);

/** `maxLength` counts characters. */
export const unicodeText = (maxLength?: number): fc.Arbitrary<string> =>
  fc.string({ unit: characters, ...(maxLength === undefined ? {} : { maxLength }) });
