import { textsOf } from '../../platform/i18n/texts.js';
import type { BoardCategory } from '../live/board.js';
import { halfTypedIn } from '../live/stored-question.js';
import { Confirm } from '../ui/dialog.js';

const t = textsOf('confirmStart', {
  startTitle: 'Start without questions?',
  startText: 'Your board is empty. You cannot add questions once the game has started.',
  startYes: 'Start Game',
  startAloneTitle: 'Start without players?',
  startAloneText: 'Nobody has joined yet. Players can still join after the game has started.',
  startTypedTitle: 'Start without the unfinished question?',
  startTypedText:
    'You have not saved the question you are writing. You cannot add it once the game has started, but this tab keeps it for the next game you set up.',
});

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
