import { dateFormat } from '../../platform/i18n/dates.js';

const PARTS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'longOffset',
} as const;

function partsOf(at: number, timeZone: string): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  const parts = dateFormat({ ...PARTS, timeZone }, 'en-US').formatToParts(at);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

export const viewersZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** 2026-05-01T14:00:00+02:00 */
export function isoIn(at: number, timeZone: string): string {
  const { year, month, day, hour, minute, second, timeZoneName = 'GMT' } = partsOf(at, timeZone);
  const offset = timeZoneName.replace('GMT', '') || '+00:00';
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}

/** @param local such as 2026-05-01T14:00:00, which a zone that puts its clocks forward may leave out */
export function timeIn(local: string, timeZone: string): number {
  const utc = Date.parse(`${local}Z`);
  const offsetAt = (at: number) => Date.parse(`${isoIn(at, timeZone).slice(0, 19)}Z`) - at;
  // The offset of this time in UTC may differ from that of this time in the zone.
  return utc - offsetAt(utc - offsetAt(utc));
}

export const startOfDay = (day: string, timeZone: string): number => timeIn(`${day}T00:00:00`, timeZone);
