import { useCallback } from 'react';
import { notify } from '../../platform/notifications/notify.js';
import { t } from '../../platform/i18n/t.js';
import { copyText } from '../ui/copy-text.js';
import { joinLink } from './join-link.js';
import { useJoinOrigin } from './use-join-origin.js';

/** Copies a game's link and says so; where copying is switched off, shows the link instead. */
export function useCopyLink(code: string): () => Promise<void> {
  const origin = useJoinOrigin();
  return useCallback(async () => {
    const link = joinLink(origin, code);
    if (await copyText(link)) await notify(t('copied'), 'success');
    else await notify(t('copyFailed', { link }));
  }, [code, origin]);
}
