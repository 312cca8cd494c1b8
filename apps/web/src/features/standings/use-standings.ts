import { csvOf, type RouteReply, type ShowDetail, StandingsQuery } from '@earworm/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { http } from '../../platform/http/http.js';
import { READ_ONCE } from '../../platform/http/queries.js';
import { whenAllowed } from '../../platform/http/when-allowed.js';
import { notify, notifyError } from '../../platform/notifications/notify.js';
import { useQueryInAddress } from '../../shared/ui/query-in-address.js';
import { t } from './texts.js';

export type Asked = z.output<typeof StandingsQuery>;
type Page = RouteReply<'listStandings'>;
/** With what was asked for: it stays on the page until the next reply comes. */
export type Standings = Page & Pick<Asked, 'counting' | 'page'>;

/** With the second in which the history follows a game, a verdict is shown within two. */
const AGAIN_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;

export const useAsked = () => useQueryInAddress(StandingsQuery, ['kind', 'counting', 'group', 'round', 'page']);

const queryOf = ({ kind, counting, page, group, round }: Asked) => ({
  ...{ kind, counting, page },
  ...(group !== undefined && { group }),
  ...(round !== undefined && { round }),
});

/** Read again and again while the page is visible, unless each read goes to the audit log. */
export function useStandings({ showId, role }: Pick<ShowDetail, 'showId' | 'role'>, asked: Asked) {
  const query = queryOf(asked);
  const isRecorded = role === null;
  return useQuery({
    queryKey: ['standings', showId, query],
    queryFn: async () => ({ ...(await http.call('listStandings', { params: { showId }, query })), ...query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { error } }) => (isRecorded ? false : error === null ? AGAIN_MS : AFTER_FAILURE_MS),
    ...(isRecorded && READ_ONCE),
  });
}

/** `frozen`: freezes them; otherwise they are shown again as they are. */
export function useFreezing(showId: string) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const freeze = async (frozen: boolean) => {
    setBusy(true);
    try {
      await http.call('freezeStandings', { params: { showId }, body: { frozen } });
      await queries.invalidateQueries({ queryKey: ['standings', showId] });
      void notify(t(frozen ? 'isFrozen' : 'isLive'), 'success');
    } catch (error) {
      await notifyError(error);
    }
    setBusy(false);
  };
  return { isBusy, freeze };
}

const COLUMNS = ['place', 'name', 'room', 'points', 'right', 'wrong'] as const;

/** All pages, by what is asked for. */
export async function readCsv(showId: string, asked: Asked): Promise<string> {
  const isByPoints = asked.counting === 'points';
  const rows = [[...COLUMNS.map((column) => t(column)), ...(isByPoints ? [] : [t(`by_${asked.counting}`)])]];
  const pace = { isOver: () => false, onWaiting: () => undefined };
  for (let page = 1, total = 1; rows.length <= total; page++) {
    const query = queryOf({ ...asked, page });
    const read = () => http.call('listStandings', { params: { showId }, query });
    const found: Page | undefined = await whenAllowed(read, pace);
    if (found === undefined || found.entries.length === 0) break;
    total = found.total;
    for (const { rank, name, room, points, right, wrong, value } of found.entries) {
      const cells = [
        rank,
        name,
        `${room.number} ${room.name}`,
        points,
        right,
        wrong,
        ...(isByPoints ? [] : [Math.round(value * 100) / 100]),
      ];
      rows.push(cells.map(String));
    }
  }
  return csvOf(rows);
}
