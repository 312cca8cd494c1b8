import { describe, expect, it } from '@jest/globals';
import { Absence } from './absence.js';

const SECOND = 1_000;
const TIMES = { expiresMs: 12 * SECOND, awayMs: 60 * SECOND };

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

  it('is not noted for a minute after a take-over, nor after we were deaf ourselves', () => {
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
