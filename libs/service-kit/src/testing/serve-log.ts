import { gameLog, type LogRow } from '@earworm/contracts';
import type { Bus, Subscription } from '../bus/port.js';

/** The log of games as their own service serves it, of rows that a spec adds to. */
export const serveLog = (bus: Bus, rows: readonly LogRow[]): Subscription =>
  bus.serve(gameLog, ({ after, limit, without }) => {
    const from = Number(after.position);
    const page = rows.slice(from, from + limit);
    const at = String(from + page.length);
    return {
      rows: page.filter(({ event }) => !without.includes(event.type)),
      end: page.length === 0 ? null : { tx: at, position: at },
      more: page.length === limit,
    };
  });
