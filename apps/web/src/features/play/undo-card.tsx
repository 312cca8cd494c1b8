import { Button, Kbd } from '@mantine/core';
import { IconArrowBackUp, IconListDetails } from '@tabler/icons-react';
import type { GameView } from '@earworm/rules';
import { findQuestion } from '../../live/round.js';
import { change } from '../../ui/numbers.js';
import side from './side.module.css';
import { t } from './t.js';
import styles from './undo-card.module.css';

interface UndoCardProps {
  readonly view: GameView;
  onUndo(): void;
  onSheet(): void;
}

/** The last verdict, which can be undone until the next question is picked. Stands beside the round and moves nothing of it. */
export function UndoCard({ view, onUndo, onSheet }: UndoCardProps) {
  const last = view.lastVerdict;
  const asked = last && findQuestion(view, last.questionId);
  return (
    <section className={`${side.card} ${styles.card}`} aria-label={t('lastVerdict')}>
      {last && (
        <p className={styles.text}>
          <span
            className={styles.chip}
            data-tone={last.playerId === null ? 'nobody' : last.correct ? 'right' : 'wrong'}
          >
            <bdi>{last.name ?? t('nobodyGotIt')}</bdi> {last.playerId !== null && change(last.gain)}
          </span>
          {asked && (
            <span className={styles.asked}>
              {t('askedFor', { category: asked.category.name, points: asked.question.points })}
            </span>
          )}
        </p>
      )}
      <div className={styles.acts}>
        <Button
          size="xs"
          variant="default"
          disabled={!last}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          rightSection={<Kbd aria-hidden>Z</Kbd>}
          aria-keyshortcuts="Z"
          onClick={onUndo}
        >
          {t('undo')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconListDetails size={16} aria-hidden />}
          rightSection={<Kbd aria-hidden>H</Kbd>}
          aria-keyshortcuts="H"
          onClick={onSheet}
        >
          {t('scoreSheet')}
        </Button>
      </div>
    </section>
  );
}
