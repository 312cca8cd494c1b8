import { dateFormat } from '../../../platform/i18n/dates.js';
import { ANALYTICS_LIMITS, type RouteInput } from '@earworm/contracts';
import { useFilterParams } from '../../../shared/ui/query-in-address.js';

export type Unit = 'day' | 'hour';
export type Presses = 'first' | 'every';

/** First and last day or hour of the viewer's calendar, both included: `2026-05-01`, or `2026-05-01T18:00`. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

export interface Selection {
  readonly unit: Unit;
  readonly range: number | Range;
  readonly gameCode: string;
  readonly moderator: string;
  readonly presses: Presses;
}

const UNIT_MS = { day: 86_400_000, hour: 3_600_000 } as const;
/** One hour more, for the day when clocks go back. */
const MOST = { day: ANALYTICS_LIMITS.days, hour: ANALYTICS_LIMITS.hours - 1 } as const;
const LETTERS = { d: 'day', h: 'hour' } as const;
const FORMS = { day: /^\d{4}-\d\d-\d\d$/, hour: /^\d{4}-\d\d-\d\dT\d\d:00$/ } as const;

export function dayOf(at: number, timeZone: string): string {
  return dateFormat({ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA').format(at);
}

function hourOf(at: number, timeZone: string): string {
  const hour = dateFormat({ timeZone, hour: '2-digit', hourCycle: 'h23' }, 'en-GB').format(at);
  return `${dayOf(at, timeZone)}T${hour}:00`;
}

export function lastOf(unit: Unit, count: number, now: number, timeZone: string): Range {
  if (unit === 'hour') return { from: hourOf(now - (count - 1) * UNIT_MS.hour, timeZone), to: hourOf(now, timeZone) };
  const to = dayOf(now, timeZone);
  const first = Date.parse(`${to}T12:00:00Z`) - (count - 1) * UNIT_MS.day;
  return { from: new Date(first).toISOString().slice(0, 10), to };
}

export function isRange(unit: Unit, { from, to }: Range): boolean {
  if (!FORMS[unit].test(from) || !FORMS[unit].test(to)) return false;
  const utc = (each: string) => Date.parse(unit === 'day' ? each : `${each}Z`);
  const length = (utc(to) - utc(from)) / UNIT_MS[unit] + 1;
  return length >= 1 && length <= MOST[unit];
}

export const rangeOf = ({ unit, range }: Selection, now: number, timeZone: string): Range =>
  typeof range === 'number' ? lastOf(unit, range, now, timeZone) : range;

export const isFiltered = ({ gameCode, moderator }: Selection): boolean => gameCode !== '' || moderator !== '';

export function queryOf(selection: Selection, now: number, timeZone: string): RouteInput<'analytics'>['query'] {
  const { unit, gameCode, moderator } = selection;
  const { from, to } = rangeOf(selection, now, timeZone);
  return {
    from: from.slice(0, 10),
    to: to.slice(0, 10),
    timeZone,
    ...(unit === 'hour' ? { fromHour: Number(from.slice(11, 13)), toHour: Number(to.slice(11, 13)) } : {}),
    ...(gameCode === '' ? {} : { gameCode }),
    ...(moderator === '' ? {} : { moderator }),
  };
}

export function exportOf(selection: Selection, zone: string, table: string): RouteInput<'exportAnalytics'>['body'] {
  const { from, to, gameCode, moderator } = queryOf(selection, Date.now(), zone);
  return { table: table.slice(0, 100), from, to, gameCode, moderator };
}

export function selectionIn(params: URLSearchParams): Selection {
  const text = (name: string, length: number) => (params.get(name) ?? '').slice(0, length);
  return {
    ...unitAndRange(params),
    gameCode: text('game', 6),
    moderator: text('moderator', 20),
    presses: params.get('presses') === 'every' ? 'every' : 'first',
  };
}

function unitAndRange(params: URLSearchParams): Pick<Selection, 'unit' | 'range'> {
  const range = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  for (const unit of ['day', 'hour'] as const) if (isRange(unit, range)) return { unit, range };
  const [, count, letter] = /^([1-9]\d{0,2})([dh])$/.exec(params.get('last') ?? '') ?? [];
  const unit = LETTERS[(letter ?? 'd') as 'd' | 'h'];
  if (count === undefined || Number(count) > MOST[unit]) return { unit: 'day', range: 30 };
  return { unit, range: Number(count) };
}

export function paramsOf({ unit, range, gameCode, moderator, presses }: Selection): Record<string, string> {
  const isFirst = unit === 'day' && range === 30;
  return {
    ...(typeof range === 'object' ? range : isFirst ? {} : { last: `${range}${unit[0]}` }),
    ...(gameCode === '' ? {} : { game: gameCode }),
    ...(moderator === '' ? {} : { moderator }),
    ...(presses === 'first' ? {} : { presses }),
  };
}

export function useSelection(): [Selection, (change: Partial<Selection>) => void] {
  const [params, setParams] = useFilterParams();
  const change = (part: Partial<Selection>) =>
    setParams((now) => paramsOf({ ...selectionIn(now), ...part }), { replace: true });
  return [selectionIn(params), change];
}
