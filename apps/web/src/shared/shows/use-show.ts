import type { Room, RouteReply, ShowDetail } from '@earworm/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { http } from '../../platform/http/http.js';
import { useSession } from '../../platform/session/session.js';

const useMe = () => useSession(({ user }) => user?.id ?? '');

/** While rooms are being prepared. */
const PROGRESS_MS = 2_000;
const ROOMS_MS = 10_000;

const isPreparing = (show: ShowDetail | undefined): boolean => show !== undefined && show.counts.preparing > 0;

/** @param all of all accounts, for administrators */
export function useShows(all: boolean) {
  const me = useMe();
  return useQuery({
    queryKey: ['shows', me, 'list', all],
    queryFn: () => http.call(all ? 'listAllShows' : 'listShows'),
  });
}

/** For administrators. */
export function useShowNetworks() {
  const me = useMe();
  return useQuery({ queryKey: ['shows', me, 'networks'], queryFn: () => http.call('listShowNetworks') });
}

/** Read again while rooms are being prepared, unless each read goes to the audit log. */
export function useShow(showId: string) {
  const me = useMe();
  return useQuery({
    queryKey: ['shows', me, showId, 'facts'],
    queryFn: () => http.call('readShow', { params: { showId } }),
    refetchInterval: ({ state: { data } }) => (isPreparing(data) && data?.role !== null ? PROGRESS_MS : false),
    refetchOnWindowFocus: ({ state: { data } }) => data?.role !== null,
  });
}

async function readRooms(showId: string): Promise<readonly Room[]> {
  const rooms: Room[] = [];
  let after: RouteReply<'listRooms'>['next'] = null;
  do {
    const query: { after?: string } = after === null ? {} : { after };
    const page: RouteReply<'listRooms'> = await http.call('listRooms', { params: { showId }, query });
    rooms.push(...page.rooms);
    after = page.next;
  } while (after !== null);
  return rooms;
}

/** All of them: their table is searched, sorted and selected in the browser. */
export function useRooms(showId: string, show: ShowDetail | undefined) {
  const me = useMe();
  const isRunning = isPreparing(show);
  const query = useQuery({
    queryKey: ['shows', me, showId, 'rooms'],
    queryFn: () => readRooms(showId),
    enabled: show !== undefined,
    refetchInterval: isRunning && show?.role !== null ? ROOMS_MS : false,
    refetchOnWindowFocus: show?.role !== null,
  });
  const { refetch } = query;
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    // The last rooms became ready after the last look.
    if (wasRunning.current && !isRunning) void refetch();
    wasRunning.current = isRunning;
  }, [isRunning, refetch]);
  return query;
}

export function useRereadShows(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['shows'] });
}
