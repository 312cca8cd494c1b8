import { newId } from '@earworm/client';
import type { AdvanceState, RouteReply } from '@earworm/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { notifyError } from '../../platform/notifications/notify.js';
import type { Asked } from './use-standings.js';

export type Plan = RouteReply<'planAdvance'>;
export type People = RouteReply<'readAdvance'>['people'];

export interface Chosen {
  readonly asked: Asked;
  readonly count: number;
  readonly roomIds: readonly string[];
}

const bodyOf = ({ asked: { kind, counting, group, round }, count, roomIds }: Chosen) => ({
  ...{ kind, counting, count, roomIds: roomIds as RouteReply<'listRooms'>['rooms'][number]['roomId'][] },
  ...(group !== undefined && { group }),
  ...(round !== undefined && { round }),
});

/** `plan`: who goes where, as the operator has seen it; only that is done. */
export function useAdvance(showId: string) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [plan, setPlan] = useState<(Plan & { readonly jobId: string; readonly chosen: Chosen }) | null>(null);
  const [jobId, watch] = useState<string | null>(null);
  const busy = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      // The standings may have changed: what was seen counts no more.
      setPlan(null);
      await notifyError(error);
    }
    setBusy(false);
  };
  const look = (chosen: Chosen) =>
    busy(async () => {
      const found = await http.call('planAdvance', { params: { showId }, body: bodyOf(chosen) });
      setPlan({ ...found, jobId: newId(), chosen });
    });
  const send = () =>
    busy(async () => {
      if (plan === null) return;
      const { digest, chosen } = plan;
      await http.call('advance', { params: { showId }, body: { ...bodyOf(chosen), jobId: plan.jobId, digest } });
      watch(plan.jobId);
      await queries.invalidateQueries({ queryKey: ['advances', showId] });
    });
  return { isBusy, plan, jobId, look, send, watch, back: () => setPlan(null) };
}

export const useAdvances = (showId: string) =>
  useQuery({
    queryKey: ['advances', showId, 'list'],
    queryFn: async () => (await http.call('listAdvances', { params: { showId } })).advances,
  });

const AGAIN_MS = 2_000;
const OPEN: ReadonlySet<AdvanceState> = new Set(['waiting', 'reserved', 'sent', 'absent']);

/** Read again until all have arrived, or got no seat. */
export const useProgress = (showId: string, jobId: string) =>
  useQuery({
    queryKey: ['advances', showId, jobId],
    queryFn: () => http.call('readAdvance', { params: { showId, jobId } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.people.some(({ state }) => OPEN.has(state)) === false ? false : AGAIN_MS,
  });

/** `replace`: by the next of the standings. */
export function useRelease(showId: string, jobId: string) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const release = async (playerId: People[number]['playerId'], replace: boolean) => {
    setBusy(playerId);
    try {
      await http.call('releaseAdvanced', { params: { showId, jobId }, body: { playerId, replace } });
    } catch (error) {
      await notifyError(error);
    }
    await queries.invalidateQueries({ queryKey: ['advances', showId] });
    setBusy(null);
  };
  return { busy, release };
}
