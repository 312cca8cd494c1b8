import { useState } from 'react';
import { t } from '../i18n/t.js';
import type { BoardCategory } from '../ui/board-editor/board.js';
import { halfTypedIn } from './kept-question.js';
import { Confirm } from '../ui/confirm.js';

/** A question is half typed in this tab, or the board is empty. */
type Unready = 'typed' | 'empty';

/** What would be missed once the game runs, because nothing can be added then; null when it can start at once. */
export function missedByStart(categories: readonly BoardCategory[]): Unready | null {
  if (categories.some((category) => halfTypedIn(category).length > 0)) return 'typed';
  return categories.every(({ questions }) => questions.length === 0) ? 'empty' : null;
}

interface Props {
  /** Null while nothing is asked. */
  readonly missed: Unready | null;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Asks before a game starts without what would be missed. */
export function ConfirmStart({ missed, onYes, onClose }: Props) {
  // Its words stay while it fades out.
  const [asked, setAsked] = useState<Unready>('empty');
  if (missed !== null && missed !== asked) setAsked(missed);
  return (
    <Confirm
      opened={missed !== null}
      title={t(asked === 'typed' ? 'startTypedTitle' : 'startTitle')}
      text={t(asked === 'typed' ? 'startTypedText' : 'startText')}
      yes={t('startYes')}
      onYes={onYes}
      onClose={onClose}
    />
  );
}
