import { describe, expect, it } from '@jest/globals';
import { UserId } from '@earworm/rules';
import { aCurrent } from '../../testing/views.js';
import { clock, heardMsAt, intoSong } from './times.js';

const START = 1_000;
const heard = (heardMs: number) => ({ playerId: UserId.parse('leo'), name: 'Leo', at: START + heardMs, heardMs });

describe('song position of a buzz', () => {
  it('counts what was heard until the buzz, however far the song is now', () => {
    expect(intoSong(aCurrent({ heardSince: null, heardMs: 12_000 }), heard(4_960))).toBe('4.9 s');
    expect(intoSong(aCurrent({ heardSince: null, heardMs: 0 }), heard(4_960))).toBe('4.9 s');
  });

  it('never exceeds the length of the song, however long ago it ended', () => {
    const ended = aCurrent({ heardSince: null, heardMs: 40_490, songLengthMs: 19_000 });
    expect(intoSong(ended, heard(40_490))).toBe('19.0 s');
    expect(heardMsAt(ended, START + 90_000)).toBe(19_000);
  });
});

it('times are formatted as minutes and seconds', () => {
  expect([0, 5_999, 90_000, 3_725_000].map(clock)).toEqual(['0:00', '0:05', '1:30', '62:05']);
});
