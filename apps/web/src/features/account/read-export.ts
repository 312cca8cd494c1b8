import { EXPORT_PARTS, type RouteReply } from '@earworm/contracts';
import { http } from '../../platform/http/http.js';
import { whenAllowed } from '../../platform/http/when-allowed.js';

type Kinds = Record<string, unknown[]>;

/** Everything that the server has of the user, as the text of one JSON file; null when it was over meanwhile. */
export async function readExport(userId: string, isOver: () => boolean): Promise<string | null> {
  const pace = { isOver, onWaiting: () => undefined };
  const services: Record<string, Kinds> = {};
  for (const part of EXPORT_PARTS) {
    const kinds: Kinds = (services[part] = {});
    let after: string | null | undefined;
    do {
      const query = after == null ? { part } : { part, after };
      const read = () => http.call('exportMe', { query });
      const page: RouteReply<'exportMe'> | undefined = await whenAllowed(read, pace);
      if (page === undefined) return null;
      for (const { what, row } of page.rows) (kinds[what] ??= []).push(row);
      after = page.next;
    } while (after !== null);
  }
  return JSON.stringify({ userId, exportedAt: new Date().toISOString(), ...services }, null, 2);
}
