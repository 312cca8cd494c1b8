import { TEMPLATE_LIMITS, type TemplateId } from '@earworm/contracts';
import { useQuery } from '@tanstack/react-query';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { titleKey } from './room-columns.js';

async function readTitles(): Promise<ReadonlyMap<string, TemplateId | null>> {
  const found = new Map<string, TemplateId | null>();
  let total = 1;
  for (let page = 1; (page - 1) * TEMPLATE_LIMITS.pageSize < total; page++) {
    const reply = await http.call('myTemplates', { query: { page } });
    total = reply.total;
    for (const { title, templateId } of reply.templates)
      found.set(titleKey(title), found.has(titleKey(title)) ? null : templateId);
  }
  return found;
}

/** Of the user's own templates, for files that name them; null where several have one title. */
export function useTemplateTitles(isWanted: boolean) {
  const me = useSession(({ user }) => user?.id ?? '');
  const query = useQuery({ queryKey: ['templates', me, 'titles'], queryFn: readTitles, enabled: isWanted });
  return {
    data: query.data,
    isPending: isWanted && query.isPending,
    problem: isWanted && query.isError ? errorText(query.error) : null,
  };
}
