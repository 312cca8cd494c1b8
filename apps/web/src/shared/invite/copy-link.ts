import { useCallback } from 'react';
import { notify } from '../../platform/notifications/notify.js';
import { t } from '../../platform/i18n/t.js';
import { copyText } from '../ui/copy-text.js';
import { joinLink, stageLink, joinOrigin } from './join-link.js';
import { http } from '../../platform/http/http.js';
import { useAbout } from '../../platform/http/about.js';

/** Copies a game's link and says so; where copying is switched off, shows the link instead. */
export function useCopyLink(code: string): () => Promise<void> {
  const origin = useJoinOrigin();
  return useCallback(async () => {
    const link = joinLink(origin, code);
    if (await copyText(link)) await notify(t('copied'), 'success');
    else await notify(t('copyFailed', { link }));
  }, [code, origin]);
}

/** For the game's moderator: copies a link that shows the stage on a computer where nobody is signed in. */
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

/** The origin for links and QR codes. Until the server has said where it is reached, and if it cannot, the page's own. */
export function useJoinOrigin(): string {
  const server = useAbout();
  return server === null ? location.origin : joinOrigin(new URL(location.href), server);
}
