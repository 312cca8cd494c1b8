import { describe, expect, it } from '@jest/globals';
import { MusicDesk } from './music-desk.js';

const SECOND = 1_000;
const TIMES = { expiresMs: 12 * SECOND, deskDisconnectedMs: 3 * SECOND };

describe('the desk that plays the music', () => {
  const tracked = () => {
    const desk = new MusicDesk(TIMES);
    desk.track('one', 0);
    return desk;
  };

  it('loses the music three seconds after its disconnection, while another desk is still connected to the gateway', () => {
    const desk = tracked();
    desk.report('gateway', ['one', 'two'], SECOND);
    desk.report('gateway', ['two'], 5 * SECOND);
    expect(desk.lostSince(7_999)).toBeNull();
    expect(desk.lostSince(8 * SECOND)).toBe(5 * SECOND);
  });

  it('keeps the music when the page reloads', () => {
    const desk = tracked();
    desk.report('gateway', ['one'], SECOND);
    desk.report('gateway', [], 5 * SECOND);
    desk.report('other', ['one'], 7 * SECOND);
    expect(desk.lostSince(10 * SECOND)).toBeNull();
  });

  it('keeps the music until a gateway has had the time to report it', () => {
    const desk = tracked();
    desk.report('gateway', ['two'], SECOND);
    expect(desk.lostSince(11 * SECOND)).toBeNull();
    desk.report('other', ['one'], 11 * SECOND);
    desk.report('other', [], 12 * SECOND);
    expect(desk.lostSince(15 * SECOND)).toBe(12 * SECOND);
  });

  it('loses the music when no gateway ever reports it, as after a take-over of the game', () => {
    expect(tracked().lostSince(14_999)).toBeNull();
    expect(tracked().lostSince(15 * SECOND)).toBe(12 * SECOND);
  });

  it('loses nothing once another desk plays the music, or none', () => {
    const desk = tracked();
    desk.report('gateway', ['one'], SECOND);
    desk.report('gateway', [], 2 * SECOND);
    desk.track('two', 4 * SECOND);
    expect(desk.lostSince(6 * SECOND)).toBeNull();
    desk.track(null, 7 * SECOND);
    expect(desk.lostSince(100 * SECOND)).toBeNull();
  });
});
