import { describe, expect, it } from '@jest/globals';
import { isoIn, startOfDay } from './iso-time.js';

describe('a time in ISO 8601', () => {
  it('uses the offset that the zone has at that moment', () => {
    const noon = Date.parse('2026-07-01T12:00:00Z');
    expect(isoIn(noon, 'Europe/Berlin')).toBe('2026-07-01T14:00:00+02:00');
    expect(isoIn(Date.parse('2026-01-01T23:30:05Z'), 'Europe/Berlin')).toBe('2026-01-02T00:30:05+01:00');
    expect(isoIn(noon, 'Asia/Kathmandu')).toBe('2026-07-01T17:45:00+05:45');
    expect(isoIn(noon, 'America/New_York')).toBe('2026-07-01T08:00:00-04:00');
    expect(isoIn(noon, 'UTC')).toBe('2026-07-01T12:00:00+00:00');
  });
});

describe('the beginning of a day', () => {
  it('falls on midnight in the zone, also on the days on which its clocks change', () => {
    for (const [day, zone, iso] of [
      ['2026-03-29', 'Europe/Berlin', '2026-03-29T00:00:00+01:00'],
      ['2026-03-30', 'Europe/Berlin', '2026-03-30T00:00:00+02:00'],
      ['2026-10-25', 'Europe/Berlin', '2026-10-25T00:00:00+02:00'],
      ['2026-03-08', 'America/Los_Angeles', '2026-03-08T00:00:00-08:00'],
      ['2026-03-09', 'America/Los_Angeles', '2026-03-09T00:00:00-07:00'],
      ['2026-07-01', 'Pacific/Auckland', '2026-07-01T00:00:00+12:00'],
    ] as const)
      expect(isoIn(startOfDay(day, zone), zone)).toBe(iso);
  });
});
