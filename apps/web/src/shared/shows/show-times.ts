import { dateFormat } from '../../platform/i18n/dates.js';
import { isoIn } from '../ui/iso-time.js';

/** In the zone of the event: `Sat 5 Dec 2026, 19:30`. */
export const startIn = (at: number, timeZone: string): string =>
  dateFormat({
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZone },
  }).format(at);

export const dayIn = (at: number, timeZone: string): string => isoIn(at, timeZone).slice(0, 10);

/** As a field for a local time holds it. */
export const localIn = (at: number, timeZone: string): string => isoIn(at, timeZone).slice(0, 16);

export const zoneName = (timeZone: string): string => timeZone.replaceAll('_', ' ');
