import { describe, expect, it } from '@jest/globals';
import { Absence } from './connection-tracker.js';

const SECOND = 1_000;
const TIMES = { expiresMs: 12 * SECOND, awayMs: 60 * SECOND, deskMs: 3 * SECOND };

describe("The moderator's absence", () => {
  it('is noted after sixty seconds out of every gateway’s sight', () => {
    const absence = new Absence(TIMES, 0);
    absence.note('one', true, 10 * SECOND);
    absence.note('one', false, 20 * SECOND);
    expect(absence.isAbsent(79 * SECOND, true)).toBe(false);
    expect(absence.isAbsent(80 * SECOND, true)).toBe(true);
  });

  it('is not noted while any gateway has the moderator', () => {
    const absence = new Absence(TIMES, 0);
    for (let at = 0; at <= 120; at += 5) {
      absence.note('one', at < 20, at * SECOND);
      absence.note('two', true, at * SECOND);
      expect(absence.isAbsent(at * SECOND, true)).toBe(false);
    }
  });

  it('counts a gateway that fell silent as forgotten after twelve seconds', () => {
    const absence = new Absence(TIMES, 0);
    absence.note('one', true, 0);
    expect(absence.isAbsent(71 * SECOND, true)).toBe(false);
    expect(absence.isAbsent(72 * SECOND, true)).toBe(true);
  });

  it('is not noted for a minute after a take-over, nor after we were disconnected ourselves', () => {
    const absence = new Absence(TIMES, 100 * SECOND);
    expect(absence.isAbsent(159 * SECOND, true)).toBe(false);
    expect(absence.isAbsent(160 * SECOND, true)).toBe(true);
    absence.forgive(160 * SECOND);
    expect(absence.isAbsent(219 * SECOND, true)).toBe(false);
  });

  it('is not noted in setup before the moderator was connected, and is after that', () => {
    const absence = new Absence(TIMES, 0);
    expect(absence.isAbsent(3_600 * SECOND, false)).toBe(false);
    absence.note('one', false, 3_600 * SECOND);
    expect(absence.isAbsent(7_200 * SECOND, false)).toBe(false);
    absence.note('one', true, 7_200 * SECOND);
    absence.note('one', false, 7_201 * SECOND);
    expect(absence.isAbsent(7_261 * SECOND, false)).toBe(true);
  });
});

describe('The last desk of a game', () => {
  it('is gone three seconds after its gateway closed it, counted from then', () => {
    const absence = new Absence(TIMES, 0);
    absence.note('one', true, 10 * SECOND);
    absence.note('one', false, 20 * SECOND);
    expect(absence.deskGoneSince(22_999)).toBeNull();
    expect(absence.deskGoneSince(23 * SECOND)).toBe(20 * SECOND);
  });

  it('is not gone when it is back within three seconds, at whichever gateway', () => {
    const absence = new Absence(TIMES, 0);
    absence.note('one', true, 10 * SECOND);
    absence.note('one', false, 20 * SECOND);
    absence.note('two', true, 22_999);
    expect(absence.deskGoneSince(30 * SECOND)).toBeNull();
  });

  it('is not gone while a second desk is connected', () => {
    const absence = new Absence(TIMES, 0);
    absence.note('one', true, 10 * SECOND);
    absence.note('two', true, 20 * SECOND);
    absence.note('one', false, 20 * SECOND);
    expect(absence.deskGoneSince(30 * SECOND)).toBeNull();
    absence.note('two', false, 31 * SECOND);
    expect(absence.deskGoneSince(34 * SECOND)).toBe(31 * SECOND);
  });

  it('counts as connected for twelve seconds after its gateway fell silent, as when that restarts', () => {
    const absence = new Absence(TIMES, 0);
    absence.note('one', true, 0);
    expect(absence.deskGoneSince(14_999)).toBeNull();
    expect(absence.deskGoneSince(15 * SECOND)).toBe(12 * SECOND);
  });

  it('is not gone when none was ever connected, right after a take-over, or after we were disconnected ourselves', () => {
    const absence = new Absence(TIMES, 0);
    absence.note('one', false, SECOND);
    expect(absence.deskGoneSince(3_600 * SECOND)).toBeNull();
    absence.note('one', true, 3_600 * SECOND);
    absence.forgive(3_700 * SECOND);
    expect(absence.deskGoneSince(3_711 * SECOND)).toBeNull();
    absence.note('one', false, 3_711 * SECOND);
    absence.forgive(3_713 * SECOND);
    expect(absence.deskGoneSince(3_715 * SECOND)).toBeNull();
  });

  it('is noted as gone once', () => {
    const absence = new Absence(TIMES, 0);
    absence.note('one', true, 0);
    absence.note('one', false, SECOND);
    absence.pauseNoted();
    expect(absence.deskGoneSince(100 * SECOND)).toBeNull();
  });
});
