import { useCallback, useEffect } from 'react';
import { create } from 'zustand';
import { notify } from '../../platform/notifications/notify.js';
import { t } from '../../platform/i18n/t.js';
import { copyText } from '../ui/copy-text.js';
import { joinLink, stageLink, useJoinOrigin } from './join-link.js';
import { http } from '../../platform/http/http.js';

export interface Invited {
  readonly gameId: string;
  readonly gameCode: string;
}

/** By game; empty: unknown so far. */
export const useSignatures = create<Readonly<Record<string, string | undefined>>>(() => ({}));

/** Without a signature until the server has answered. */
export function useJoinLink({ gameId, gameCode }: Invited): string {
  useEffect(() => {
    if (useSignatures.getState()[gameId] !== undefined) return;
    useSignatures.setState({ [gameId]: '' });
    http.call('joinInfo', { params: { gameId } }).then(
      ({ signature = '' }) => useSignatures.setState({ [gameId]: signature }),
      () => useSignatures.setState({ [gameId]: undefined }),
    );
  }, [gameId]);
  return joinLink(
    useJoinOrigin(),
    gameCode,
    useSignatures((all) => all[gameId]),
  );
}

/** Shows the link when copying fails. */
export function useCopyLink(game: Invited): () => Promise<void> {
  const link = useJoinLink(game);
  return useCallback(async () => {
    if (await copyText(link)) await notify(t('copied'), 'success');
    else await notify(t('copyFailed', { link }));
  }, [link]);
}

export function useCopyStageLink(gameId: string): () => Promise<void> {
  const origin = useJoinOrigin();
  return async () => {
    try {
      const { stageKey } = await http.call('stageKey', { params: { gameId } });
      const link = stageLink(origin, gameId, stageKey);
      if (await copyText(link)) await notify(t('stageLinkCopied'), 'success');
      else await notify(t('copyFailed', { link }));
    } catch {
      await notify(t('stageLinkFailed'), 'error');
    }
  };
}
