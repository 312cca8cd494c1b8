import type { RevealAsked, RouteInput, RouteReply } from '@earworm/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { notify, notifyError } from '../../platform/notifications/notify.js';
import { t } from './texts.js';

const AGAIN_MS = 2_000;
const AFTER_FAILURE_MS = 5_000;

const keyOf = (showId: string) => ['standings', showId, 'stage'];

/** For operators: what another one does to the stage is seen within two seconds. */
export const useStage = (showId: string) =>
  useQuery({
    queryKey: keyOf(showId),
    queryFn: () => http.call('readShowStage', { params: { showId } }),
    refetchInterval: ({ state: { error } }) => (error === null ? AGAIN_MS : AFTER_FAILURE_MS),
  });

export type StageState = RouteReply<'readShowStage'>;
export type StageSettings = RouteInput<'saveShowStage'>['body'];

/** What operators do with the stage. Failures are shown. */
export function useStageActs(showId: string) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const params = { showId };
  const doing = async <T>(work: () => Promise<T>): Promise<T | null> => {
    setBusy(true);
    try {
      return await work();
    } catch (error) {
      await notifyError(error);
      return null;
    } finally {
      await queries.invalidateQueries({ queryKey: ['standings', showId] });
      setBusy(false);
    }
  };
  return {
    isBusy,
    /** The others as they are now: another operator may have changed them since this page has read them. */
    save: (change: Partial<StageSettings>) =>
      doing(async () => {
        const { settings } = await http.call('readShowStage', { params });
        return http.call('saveShowStage', { params, body: { ...settings, ...change } });
      }),
    /** The key of the new link. */
    makeLink: async () => {
      const made = await doing(() => http.call('linkShowStage', { params, body: { isLinked: true } }));
      return made?.key ?? null;
    },
    revokeLink: async () => {
      const revoked = await doing(() => http.call('linkShowStage', { params, body: { isLinked: false } }));
      if (revoked !== null) await notify(t('linkRevoked'), 'success');
    },
    reveal: (asked: Pick<RevealAsked, 'act'> & Partial<RevealAsked>) =>
      doing(() =>
        http.call('revealStandings', { params, body: { entries: 12, isFresh: false, from: null, ...asked } }),
      ),
  };
}
