import { describe, expect, it } from '@jest/globals';
import { dayOf, isRange, lastOf, paramsOf, queryOf, selectionIn } from './selection.js';

const LATE = Date.parse('2026-11-20T23:30:00Z');

describe('a range of days', () => {
  it('ends today where the viewer is', () => {
    expect(dayOf(LATE, 'UTC')).toBe('2026-11-20');
    expect(dayOf(LATE, 'Asia/Kathmandu')).toBe('2026-11-21');
    expect(lastOf('day', 1, LATE, 'America/New_York')).toEqual({ from: '2026-11-20', to: '2026-11-20' });
  });

  it('spans the requested number of days, also over a change of the clocks', () => {
    expect(lastOf('day', 30, Date.parse('2026-11-02T12:00:00Z'), 'Europe/Berlin')).toEqual({
      from: '2026-10-04',
      to: '2026-11-02',
    });
  });

  it('requires at least one day and at most a year', () => {
    expect(isRange('day', { from: '2026-01-01', to: '2026-01-01' })).toBe(true);
    expect(isRange('day', { from: '2026-01-02', to: '2026-01-01' })).toBe(false);
    expect(isRange('day', { from: '2024-01-01', to: '2026-01-01' })).toBe(false);
    expect(isRange('day', { from: '', to: '2026-01-01' })).toBe(false);
  });
});

describe('a range of hours', () => {
  it('ends with the present hour where the viewer is', () => {
    expect(lastOf('hour', 6, LATE, 'UTC')).toEqual({ from: '2026-11-20T18:00', to: '2026-11-20T23:00' });
    expect(lastOf('hour', 1, LATE, 'Asia/Kathmandu')).toEqual({ from: '2026-11-21T05:00', to: '2026-11-21T05:00' });
  });

  it('requires at least one whole hour and less than two weeks', () => {
    expect(isRange('hour', { from: '2026-01-01T23:00', to: '2026-01-01T23:00' })).toBe(true);
    expect(isRange('hour', { from: '2026-01-01T23:00', to: '2026-01-01T22:00' })).toBe(false);
    expect(isRange('hour', { from: '2026-01-01T00:00', to: '2026-01-14T22:00' })).toBe(true);
    expect(isRange('hour', { from: '2026-01-01T00:00', to: '2026-01-14T23:00' })).toBe(false);
    expect(isRange('hour', { from: '2026-01-01T00:30', to: '2026-01-01T01:00' })).toBe(false);
  });
});

describe('the selection in the address of the analytics page', () => {
  const read = (search: string) => selectionIn(new URLSearchParams(search));

  it('defaults to 30 days of all games and their first buzzes, also for invalid values', () => {
    const first = { unit: 'day', range: 30, gameCode: '', moderator: '', presses: 'first' };
    expect(read('')).toEqual(first);
    for (const wrong of ['last=0d', 'last=400d', 'last=336h', 'last=x', 'from=2026-01-02&to=2026-01-01', 'presses=all'])
      expect(read(wrong)).toEqual(first);
  });

  it.each([
    'last=7d',
    'last=24h',
    'from=2026-05-01&to=2026-05-02',
    'from=2026-05-01T18%3A00&to=2026-05-01T23%3A00&game=ABCDEF&moderator=Ruth&presses=every',
  ])('writes the same address that it was read from: %s', (search) => {
    expect(new URLSearchParams(paramsOf(read(search))).toString()).toBe(search);
  });

  it('asks the server for days and hours of the viewer’s time zone', () => {
    expect(queryOf(read('last=2h&game=ABCDEF'), LATE, 'Asia/Kathmandu')).toEqual({
      ...{ from: '2026-11-21', to: '2026-11-21', fromHour: 4, toHour: 5, timeZone: 'Asia/Kathmandu' },
      gameCode: 'ABCDEF',
    });
    expect(queryOf(read('last=1d&moderator=Ruth'), LATE, 'UTC')).toEqual({
      ...{ from: '2026-11-20', to: '2026-11-20', timeZone: 'UTC' },
      moderator: 'Ruth',
    });
  });
});
