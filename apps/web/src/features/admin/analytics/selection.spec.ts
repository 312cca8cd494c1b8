import { describe, expect, it } from '@jest/globals';
import { dayOf, isRange, lastDays } from './range.js';

const LATE = Date.parse('2026-11-20T23:30:00Z');

describe('a range of days', () => {
  it('ends today where the viewer is', () => {
    expect(dayOf(LATE, 'UTC')).toBe('2026-11-20');
    expect(dayOf(LATE, 'Asia/Kathmandu')).toBe('2026-11-21');
    expect(lastDays(1, LATE, 'America/New_York')).toEqual({ from: '2026-11-20', to: '2026-11-20' });
  });

  it('has as many days as it says, also over a change of the clocks', () => {
    expect(lastDays(30, Date.parse('2026-11-02T12:00:00Z'), 'Europe/Berlin')).toEqual({
      from: '2026-10-04',
      to: '2026-11-02',
    });
  });

  it('is neither empty nor longer than a year', () => {
    expect(isRange({ from: '2026-01-01', to: '2026-01-01' })).toBe(true);
    expect(isRange({ from: '2026-01-02', to: '2026-01-01' })).toBe(false);
    expect(isRange({ from: '2024-01-01', to: '2026-01-01' })).toBe(false);
    expect(isRange({ from: '', to: '2026-01-01' })).toBe(false);
  });
});
