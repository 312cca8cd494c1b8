import { describe, expect, it } from '@jest/globals';
import { decodeText } from './decode-text.js';

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('a file that a spreadsheet saved', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from('Für Elise;🎵')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFFür Elise;🎵')],
    ['UTF-16 with a mark', Buffer.from('\uFEFFFür Elise;🎵', 'utf16le')],
    ['UTF-16 the other way round', utf16be('\uFEFFFür Elise;🎵')],
    ['UTF-16 without any mark', Buffer.from('Für Elise;🎵', 'utf16le')],
    ['UTF-16 the other way round without any mark', utf16be('Für Elise;🎵')],
  ])('is read as %s', (_, bytes) => {
    expect(decodeText(bytes)).toBe('Für Elise;🎵');
  });

  it('is read as Windows-1252 when it is not Unicode', () => {
    expect(decodeText(Uint8Array.from([0x46, 0xfc, 0x72, 0x20, 0x80]))).toBe('Für €');
  });

  it('is not text when it is a picture', () => {
    expect(decodeText(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0xd]))).toBeNull();
  });
});
