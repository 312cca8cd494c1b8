import type { REPORT_REASONS } from '@earworm/contracts';
import { t } from './texts.js';

const TEXTS = {
  offensive: 'reasonOffensive',
  copyright: 'reasonCopyright',
  spam: 'reasonSpam',
  wrong: 'reasonWrong',
  other: 'reasonOther',
} as const;

export const reasonText = (reason: (typeof REPORT_REASONS)[number]): string => t(TEXTS[reason]);
