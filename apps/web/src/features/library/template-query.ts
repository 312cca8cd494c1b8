import { useQuery, useQueryClient } from '@tanstack/react-query';
import { http } from '../../platform/http/http.js';
import { useSession } from '../../platform/session/session.js';
import type { Search } from './use-search.js';

/** Per user. */
const useMe = () => useSession((session) => session.user?.id ?? '');

export function useTemplates(search: Search) {
  const me = useMe();
  return useQuery({
    queryKey: ['templates', me, 'browse', search],
    queryFn: () => http.call('browseTemplates', { query: search }),
    placeholderData: (previous) => previous,
  });
}

export function useMyTemplates(page: number) {
  const me = useMe();
  return useQuery({
    queryKey: ['templates', me, 'mine', page],
    queryFn: () => http.call('myTemplates', { query: { page } }),
    // Shows what was just edited.
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
}

export function useTemplate(templateId: string) {
  const me = useMe();
  return useQuery({
    queryKey: ['templates', me, 'one', templateId],
    queryFn: () => http.call('readTemplate', { params: { templateId } }),
    staleTime: 0,
  });
}

export function useReports() {
  const me = useMe();
  return useQuery({ queryKey: ['templates', me, 'reports'], queryFn: () => http.call('templateReports') });
}

export function useReread(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['templates'] });
}
