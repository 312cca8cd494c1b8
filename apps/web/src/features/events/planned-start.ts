import { isoIn, timeIn } from '../../shared/ui/iso-time.js';

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/i;
const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})[,\s]+(\d{1,2})[:.](\d{2})(?:\s*Uhr)?$/i;
const CLOCK = /^(\d{1,2})[:.](\d{2})(?:\s*Uhr)?$/i;

const two = (digits: string) => digits.padStart(2, '0');

/**
 * A time as spreadsheets write it: `2026-12-05 19:30`, `5.12.2026 19:30`, with an offset, or alone for the day of the event.
 * Null for what has no single meaning, and for times that do not exist.
 */
export function readStart(typed: string, { day, timeZone }: { day: string; timeZone: string }): number | null {
  const text = typed.normalize('NFKC').trim();
  const iso = ISO.exec(text);
  if (iso !== null) {
    const [, year = '', month = '', date = '', hour = '', minute = '', second = '00', offset] = iso;
    const local = `${year}-${two(month)}-${two(date)}T${two(hour)}:${minute}:${second}`;
    return offset === undefined ? existing(local, timeZone) : withOffset(local, offset);
  }
  const dotted = DOTTED.exec(text);
  if (dotted !== null) {
    const [, date = '', month = '', year = '', hour = '', minute = ''] = dotted;
    return existing(`${year}-${two(month)}-${two(date)}T${two(hour)}:${minute}:00`, timeZone);
  }
  const [, hour, minute] = CLOCK.exec(text) ?? [];
  return hour === undefined || minute === undefined ? null : existing(`${day}T${two(hour)}:${minute}:00`, timeZone);
}

/** Some engines read 31 February as a day in March. */
const isDate = (local: string): boolean => {
  const at = Date.parse(`${local}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 19) === local;
};

function existing(local: string, timeZone: string): number | null {
  if (!isDate(local)) return null;
  const at = timeIn(local, timeZone);
  return at >= 0 && isoIn(at, timeZone).slice(0, 19) === local ? at : null;
}

function withOffset(local: string, offset: string): number | null {
  if (!isDate(local)) return null;
  const at = Date.parse(local + (/^z$/i.test(offset) ? 'Z' : offset.replace(/^(...):?/, '$1:')));
  return Number.isNaN(at) || at < 0 ? null : at;
}
