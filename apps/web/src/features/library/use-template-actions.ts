import { newId } from '@earworm/client';
import { RefusedError } from '@earworm/contracts';
import { http } from '../../platform/http/http.js';
import { notify, notifyError } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { askToSignIn } from '../../platform/session/sign-in-prompt.js';
import { saveFile } from '../../shared/ui/save-file.js';
import { useReread } from './template-query.js';
import { t } from './texts.js';

/** Each reports its result. True when it succeeded. */
export function useTemplateActions(templateId: string) {
  const reread = useReread();
  const params = { templateId };
  const runAndReport = async (work: () => Promise<unknown>, done: string | null): Promise<boolean> => {
    try {
      await work();
      await reread();
      if (done !== null) await notify(done, 'success');
      return true;
    } catch (error) {
      const needsAccount = error instanceof RefusedError && error.code === 'account-required';
      if (needsAccount && useSession.getState().user?.isGuest) await askToSignIn('account-required');
      else await notifyError(error);
      return false;
    }
  };
  return {
    publish: (published: boolean) =>
      runAndReport(
        () => http.call('publishTemplate', { params, body: { published } }),
        t(published ? 'published' : 'unpublished'),
      ),
    copy: (copyId = newId()) =>
      runAndReport(() => http.call('copyTemplate', { params, body: { copyId } }), t('copied')),
    remove: () => runAndReport(() => http.call('deleteTemplate', { params }), null),
    exportAs: (format: 'json' | 'csv') =>
      runAndReport(async () => saveFile(await http.call('exportTemplate', { params, query: { format } })), null),
  };
}
