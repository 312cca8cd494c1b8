import { newId } from '@earworm/client';
import { type AdvanceState, type ErrorCode, RefusedError, type RouteReply } from '@earworm/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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

/** Refusals after which a plan can no longer be sent. After others it may have been sent, and the same job is asked for again. */
const FINAL: ReadonlySet<ErrorCode> = new Set([
  ...(['standings-changed', 'advances-full', 'id-taken', 'room-not-found', 'room-not-ready'] as const),
  ...(['round-not-begun', 'not-in-setup', 'game-ended', 'game-not-found'] as const),
]);

/** `plan`: who goes where, as the operator has seen it; only that is done. */
export function useAdvance(showId: string) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [plan, setPlan] = useState<(Plan & { readonly jobId: string; readonly chosen: Chosen }) | null>(null);
  const [jobId, watch] = useState<string | null>(null);
  /** How often the operator has gone back or closed the dialog: what comes after that is not shown. */
  const leavings = useRef(0);
  const busy = async (work: (isShown: () => boolean) => Promise<void>) => {
    const { current } = leavings;
    const isShown = () => leavings.current === current;
    setBusy(true);
    try {
      await work(isShown);
    } catch (error) {
      if (isShown() && error instanceof RefusedError && FINAL.has(error.code)) setPlan(null);
      await notifyError(error);
    }
    if (isShown()) setBusy(false);
  };
  const look = (chosen: Chosen) =>
    busy(async (isShown) => {
      const found = await http.call('planAdvance', { params: { showId }, body: bodyOf(chosen) });
      if (isShown()) setPlan({ ...found, jobId: newId(), chosen });
    });
  const send = () =>
    busy(async (isShown) => {
      if (plan === null) return;
      const { digest, chosen } = plan;
      try {
        await http.call('advance', { params: { showId }, body: { ...bodyOf(chosen), jobId: plan.jobId, digest } });
        if (isShown()) watch(plan.jobId);
      } finally {
        await queries.invalidateQueries({ queryKey: ['advances', showId] });
      }
    });
  const back = () => {
    leavings.current++;
    setBusy(false);
    setPlan(null);
  };
  return { isBusy, plan, jobId, look, send, watch, back };
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
  /** Whose seats are being given away. */
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const release = async (playerId: People[number]['playerId'], replace: boolean) => {
    setBusy((ids) => new Set([...ids, playerId]));
    try {
      await http.call('releaseAdvanced', { params: { showId, jobId }, body: { playerId, replace } });
    } catch (error) {
      await notifyError(error);
    }
    await queries.invalidateQueries({ queryKey: ['advances', showId] });
    setBusy((ids) => new Set([...ids].filter((id) => id !== playerId)));
  };
  return { busy, release };
}
