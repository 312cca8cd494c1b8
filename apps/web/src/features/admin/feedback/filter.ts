import { FeedbackQuery } from '@earworm/contracts';
import type { z } from 'zod';
import { queryIn as queryOf, useQueryInAddress } from '../../../shared/ui/query-in-address.js';

export type Query = z.output<typeof FeedbackQuery>;

const NAMES = ['search', 'type', 'status', 'sort', 'direction', 'page'] as const;

export const queryIn = (params: URLSearchParams): Query => queryOf(FeedbackQuery, NAMES, params);
export const useFeedbackQuery = () => useQueryInAddress(FeedbackQuery, NAMES);
