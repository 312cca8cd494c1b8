import { describe, expect, it } from '@jest/globals';
import { sniffAudio } from './sniff-audio.js';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat([...parts.map((part) => Buffer.from(part as string, 'latin1')), Buffer.alloc(64)]);
const EBML = [0x1a, 0x45, 0xdf, 0xa3];
const SIZE = [0, 0, 0, 32];

describe('media type detection', () => {
  it.each([
    ['audio/mpeg', 'an ID3 tag', bytes('ID3', [4, 0, 0])],
    ['audio/mpeg', 'an MPEG frame', bytes([0xff, 0xfb, 0x90, 0x44])],
    ['audio/mp4', 'an ftyp box', bytes(SIZE, 'ftypM4A ')],
    ['audio/aac', 'an ADTS frame', bytes([0xff, 0xf1, 0x50, 0x80])],
    ['audio/ogg', 'an Ogg page', bytes('OggS')],
    ['audio/wav', 'a RIFF header of WAVE', bytes('RIFF', SIZE, 'WAVEfmt ')],
    ['audio/webm', 'an EBML header of webm', bytes(EBML, [1, 0, 0, 0], 'B\x82\x84webm')],
    ['audio/webm', 'webm at the end of the first 64 bytes', bytes(EBML, Array<number>(56).fill(0), 'webm')],
  ])('detects %s by %s', (type, _, file) => expect(sniffAudio(file)).toBe(type));

  it.each([
    ['a page', bytes('<!doctype html><script>alert(1)</script>')],
    ['a picture', bytes([0x89], 'PNG', [13, 10, 26, 10])],
    ['a program', bytes('MZ')],
    ['a film in Matroska', bytes(EBML, 'matroska')],
    ['an EBML header with webm after the first 64 bytes', bytes(EBML, Array<number>(57).fill(0), 'webm')],
    ['webm without an EBML header', bytes(SIZE, 'webm')],
    ['a film in RIFF', bytes('RIFF', SIZE, 'AVI LIST')],
    ['WAVE without RIFF', bytes('RIFX', SIZE, 'WAVEfmt ')],
    ['an ftyp box at another place', bytes('ftypM4A ')],
    ['an empty file', Buffer.alloc(0)],
    ['a file of one sync byte', Buffer.from([0xff])],
  ])('detects no type for %s', (_, file) => expect(sniffAudio(file)).toBeNull());

  it('detects no type for a proper prefix of a signature', () => {
    for (const signature of ['ID3', 'OggS', `RIFF\0\0\0\0WAVE`, '\0\0\0\0ftyp'])
      for (let length = 0; length < signature.length; length++)
        expect(sniffAudio(Buffer.from(signature.slice(0, length), 'latin1'))).toBeNull();
  });

  it('detects MPEG and ADTS frames by exactly the headers that their standards allow', () => {
    // Sync bits, version (01 is reserved), layer (00 is reserved), no checksum, bitrate, sampling rate (11 is reserved).
    const mpeg = /^1{11}(00|10|11)(01|10|11).(?!0000|1111).{4}(00|01|10)/;
    const adts = /^1{12}.00./;
    const wrong: string[] = [];
    for (const first of [0x00, 0x7f, 0xfe, 0xff])
      for (let rest = 0; rest <= 0xffff; rest++) {
        const header = [first, rest >> 8, rest & 0xff];
        const bits = header.map((byte) => byte.toString(2).padStart(8, '0')).join('');
        const expected = adts.test(bits) ? 'audio/aac' : mpeg.test(bits) ? 'audio/mpeg' : null;
        if (sniffAudio(Buffer.from(header)) !== expected) wrong.push(bits);
      }
    expect(wrong).toEqual([]);
  });
});
