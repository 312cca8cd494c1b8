import { describe, expect, it } from '@jest/globals';
import { type Figure, FIGURES } from '../tally/measures.js';
import { calendar, daysOf, hoursOf } from './time-ranges.js';

describe('days of a range', () => {
  it('lists every day, also over a leap day and the end of a year', () => {
    expect(calendar('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(calendar('2026-12-31', '2027-01-01')).toEqual(['2026-12-31', '2027-01-01']);
    expect(calendar('2026-01-02', '2026-01-01')).toEqual([]);
  });

  it('fills days without figures with zeros', () => {
    const nothing = Object.fromEntries(FIGURES.map((figure) => [figure, '0'])) as Record<Figure, string>;
    const days = daysOf('2026-11-20', '2026-11-21', [
      { ...nothing, step: '2026-11-21', wrong: '3', guestSessions: '5', views: '7' },
    ]);
    expect(days).toMatchObject([
      { day: '2026-11-20', wrong: 0, guestSessions: 0, views: 0 },
      { day: '2026-11-21', wrong: 3, right: 0, guestSessions: 5, registeredSessions: 0, views: 7 },
    ]);
  });
});

describe('hours of a range', () => {
  it('lists every hour, with figures or zeros', () => {
    const from = new Date('2026-11-20T18:00:00Z');
    const to = new Date('2026-11-20T21:00:00Z');
    const at = (hour: number) => from.getTime() + hour * 3_600_000;
    expect(hoursOf({ from, to }, [{ step: String(at(1)), joins: '4' }])).toMatchObject([
      { at: at(0), joins: 0 },
      { at: at(1), joins: 4, views: 0 },
      { at: at(2), joins: 0 },
    ]);
  });
});
