import { t } from '../../platform/i18n/t.js';
import type { BoardCategory } from '../live/board.js';
import { halfTypedIn } from '../live/stored-question.js';
import { Confirm } from '../ui/dialog.js';

type Unready = 'typed' | 'empty' | 'alone';

const WORDS = {
  typed: ['startTypedTitle', 'startTypedText'],
  empty: ['startTitle', 'startText'],
  alone: ['startAloneTitle', 'startAloneText'],
} as const;

/** The board cannot be changed after the start. */
export function missedByStart(categories: readonly BoardCategory[], playerCount: number): readonly Unready[] {
  const missed: Unready[] = [];
  if (categories.some((category) => halfTypedIn(category).length > 0)) missed.push('typed');
  if (categories.every(({ questions }) => questions.length === 0)) missed.push('empty');
  if (playerCount === 0) missed.push('alone');
  return missed;
}

interface Props {
  readonly missed: readonly Unready[];
  readonly onYes: () => void;
  readonly onClose: () => void;
}

export function ConfirmStart({ missed, onYes, onClose }: Props) {
  const [first = 'empty'] = missed;
  return (
    <Confirm
      opened={missed.length > 0}
      title={t(WORDS[first][0])}
      text={missed.map((one) => t(WORDS[one][1])).join(' ')}
      yes={t('startYes')}
      onYes={onYes}
      onClose={onClose}
    />
  );
}
