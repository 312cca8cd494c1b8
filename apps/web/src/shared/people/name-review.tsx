import { Button } from '@mantine/core';
import type { Command, GameView } from '@earworm/rules';
import { useState } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { lazyDialog } from '../ui/lazy-dialog.js';
import styles from './name-review.module.css';
import { t } from './texts.js';

const NamesDialog = lazyDialog(
  () => import('./names-dialog.js'),
  ({ NamesDialog: Loaded }) => Loaded,
);

interface Props {
  readonly view: GameView;
  give(command: Command): Promise<boolean>;
}

/** One line while names wait or are reported, so that the board stays where it is; its dialog shows them. */
export function NameReview({ view, give }: Props) {
  const [opened, setOpened] = useState(false);
  const { unreviewed = [], reported = [] } = view;
  const isAny = unreviewed.length + reported.length > 0;
  const title = t(reported.length === 0 ? 'newNames' : unreviewed.length === 0 ? 'reportedNames' : 'checkNames');
  const counts = [
    unreviewed.length > 0 && t('newNamesCount', { count: unreviewed.length, number: figure(unreviewed.length) }),
    reported.length > 0 && t('reportedCount', { count: reported.length, number: figure(reported.length) }),
  ];
  return (
    <>
      {isAny && (
        <section className={styles.card} aria-label={title}>
          <b role="status">{counts.filter(Boolean).join(' ')}</b>
          <Button size="xs" variant="default" onClick={() => setOpened(true)}>
            {t('checkNames')}
          </Button>
        </section>
      )}
      <NamesDialog {...{ view, give, title }} opened={opened && isAny} onClose={() => setOpened(false)} />
    </>
  );
}
