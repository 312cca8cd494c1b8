import { describe, expect, it } from '@jest/globals';
import { MusicDesk } from './music-desk.js';

const SECOND = 1_000;
const TIMES = { expiresMs: 12 * SECOND, awayMs: 60 * SECOND, deskMs: 3 * SECOND };

describe('The desk that plays the music', () => {
  const followed = () => {
    const desk = new MusicDesk(TIMES);
    desk.follow('one', 0);
    return desk;
  };

  it('is lost three seconds after its gateway closed it, while another desk is still connected there', () => {
    const desk = followed();
    desk.note('gateway', ['one', 'two'], SECOND);
    desk.note('gateway', ['two'], 5 * SECOND);
    expect(desk.goneSince(7_999)).toBeNull();
    expect(desk.goneSince(8 * SECOND)).toBe(5 * SECOND);
  });

  it('is not lost by a reload', () => {
    const desk = followed();
    desk.note('gateway', ['one'], SECOND);
    desk.note('gateway', [], 5 * SECOND);
    desk.note('other', ['one'], 7 * SECOND);
    expect(desk.goneSince(10 * SECOND)).toBeNull();
  });

  it('that has just taken the music is not lost before its gateway has reported it', () => {
    const desk = followed();
    desk.note('gateway', ['two'], SECOND);
    expect(desk.goneSince(11 * SECOND)).toBeNull();
    desk.note('other', ['one'], 11 * SECOND);
    desk.note('other', [], 12 * SECOND);
    expect(desk.goneSince(15 * SECOND)).toBe(12 * SECOND);
  });

  it('is lost when no gateway ever reports it, as after a take-over of the game', () => {
    expect(followed().goneSince(14_999)).toBeNull();
    expect(followed().goneSince(15 * SECOND)).toBe(12 * SECOND);
  });

  it('is nobody’s loss once another one has it', () => {
    const desk = followed();
    desk.note('gateway', ['one'], SECOND);
    desk.note('gateway', [], 2 * SECOND);
    desk.follow('two', 4 * SECOND);
    expect(desk.goneSince(6 * SECOND)).toBeNull();
    desk.follow(null, 7 * SECOND);
    expect(desk.goneSince(100 * SECOND)).toBeNull();
  });
});
