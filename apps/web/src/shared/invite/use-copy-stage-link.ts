import { http } from '../../platform/http/http.js';
import { notify } from '../../platform/notifications/notify.js';
import { t } from '../../platform/i18n/t.js';
import { stageLink } from '../live/stage-key.js';
import { copyText } from '../ui/copy-text.js';
import { useJoinOrigin } from './use-join-origin.js';

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
