import { FeedbackQuery, type Feedback, RefusedError, type RouteInput } from '@earworm/contracts';
import type { z } from 'zod';
import { queryIn as queryOf, useQueryInAddress } from '../../../shared/ui/query-in-address.js';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { http } from '../../../platform/http/http.js';
import { notify, errorText } from '../../../platform/notifications/notify.js';
import { t } from './texts.js';

export type Query = z.output<typeof FeedbackQuery>;

const NAMES = ['search', 'type', 'status', 'sort', 'direction', 'page'] as const;

export const queryIn = (params: URLSearchParams): Query => queryOf(FeedbackQuery, NAMES, params);
export const useFeedbackQuery = () => useQueryInAddress(FeedbackQuery, NAMES);

const LIST = 'feedback-list';

export const useFeedbackList = (query: Query) =>
  useQuery({
    queryKey: [LIST, query],
    queryFn: () => http.call('listFeedback', { query }),
    placeholderData: keepPreviousData,
  });

const notifyFailure = (error: unknown) =>
  void notify(
    error instanceof RefusedError && error.code !== 'unavailable' ? errorText(error) : t('changeFailed'),
    'error',
  );

export function useChanges() {
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries({ queryKey: [LIST] });
  const change = useMutation({
    mutationFn: (input: RouteInput<'changeFeedback'>) => http.call('changeFeedback', input),
    onSuccess: () => void notify(t('saved'), 'success'),
    onError: notifyFailure,
    onSettled: readAgain,
  });
  const remove = useMutation({
    mutationFn: ({ feedbackId }: Feedback) => http.call('deleteFeedback', { params: { feedbackId } }),
    onSuccess: () => void notify(t('deleted'), 'success'),
    onError: notifyFailure,
    onSettled: readAgain,
  });
  return { change, remove };
}
