import { describe, expect, it } from '@jest/globals';
import { UserId } from '@earworm/rules';
import { aCurrent } from '../../testing/views.js';
import { heardMsAt, intoSong } from './times.js';

const START = 1_000;
const pressedAfter = (ms: number) => ({ playerId: UserId.parse('leo'), name: 'Leo', at: START + ms });
const standingAt = (heardMs: number) => ({ heardSince: null, heardMs });

describe('how far into the song a player buzzed', () => {
  it('is what was heard until then', () => {
    expect(intoSong(aCurrent(standingAt(4_960)), pressedAfter(4_960))).toBe('4.9 s');
  });

  it('is no more than the whole song, however long ago it ended', () => {
    const ended = aCurrent({ ...standingAt(40_490), songLengthMs: 19_000 });
    expect(intoSong(ended, pressedAfter(40_490))).toBe('19.0 s');
    expect(heardMsAt(ended, START + 90_000)).toBe(19_000);
  });

  it('leaves out the time for which the song stood', () => {
    expect(intoSong(aCurrent(standingAt(3_000)), pressedAfter(60_000))).toBe('3.0 s');
  });

  it('leaves out what was played after the press, while those before them were wrong', () => {
    const playsOn = aCurrent({ heardMs: 10_000, heardSince: START + 15_000 });
    expect(intoSong(playsOn, pressedAfter(10_200))).toBe('10.0 s');
    expect(intoSong(aCurrent(standingAt(13_200)), pressedAfter(10_200))).toBe('10.2 s');
  });

  it('is nothing for a press that came with the song', () => {
    expect(intoSong(aCurrent(standingAt(0)), pressedAfter(0))).toBe('0.0 s');
  });
});
