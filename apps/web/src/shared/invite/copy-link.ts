import { useCallback } from 'react';
import { notify } from '../../platform/notifications/notify.js';
import { t } from '../../platform/i18n/t.js';
import { copyText } from '../ui/copy-text.js';
import { joinLink, stageLink, joinOrigin } from './join-link.js';
import { http } from '../../platform/http/http.js';
import { useAbout } from '../../platform/http/about.js';

/** Shows the link when copying fails. */
export function useCopyLink(code: string): () => Promise<void> {
  const origin = useJoinOrigin();
  return useCallback(async () => {
    const link = joinLink(origin, code);
    if (await copyText(link)) await notify(t('copied'), 'success');
    else await notify(t('copyFailed', { link }));
  }, [code, origin]);
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

/** The page's own until the server has answered. */
export function useJoinOrigin(): string {
  const server = useAbout();
  return server === null ? location.origin : joinOrigin(new URL(location.href), server);
}
