import { Button, Kbd } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { GameView } from '@earworm/rules';
import { lastAct } from './use-desk.js';
import { findQuestion } from '../../shared/live/round.js';
import { change, figure } from '../../platform/i18n/numbers.js';
import { Control } from './round-panel.js';
import side from './side.module.css';
import { useRights } from '../../shared/live/use-rights.js';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';
import styles from './undo-card.module.css';

interface UndoCardProps {
  readonly view: GameView;
  readonly bar?: boolean;
  onUndo(): void;
  onSheet(): void;
}

export function UndoCard({ view, bar = false, onUndo, onSheet }: UndoCardProps) {
  const rights = useRights(view);
  const last = lastAct(view);
  const question = last?.kind === 'verdict' ? findQuestion(view, last.questionId) : null;
  return (
    <section
      className={`${side.card} ${styles.card}`}
      data-bar={bar}
      aria-label={t(last?.kind === 'scoreChange' ? 'lastScoreChange' : 'lastVerdict')}
    >
      {last && (
        <p className={styles.text}>
          <span
            className={styles.chip}
            data-tone={last.playerId === null ? 'nobody' : isGood(last) ? 'right' : 'wrong'}
          >
            <bdi>{last.name ?? gameText('nobodyGotIt')}</bdi> {last.playerId !== null && change(last.gain)}
          </span>
          {last.kind === 'scoreChange' && <span className={styles.asked}>{last.reason}</span>}
          {question && (
            <span className={styles.asked}>
              {gameText('askedFor', { category: question.category.name, points: figure(question.question.points) })}
            </span>
          )}
        </p>
      )}
      <div className={styles.acts}>
        <Button
          size="xs"
          variant="default"
          {...rights.barred('judge', !last)}
          rightSection={<Key name="Z" />}
          aria-keyshortcuts="Z"
          onClick={onUndo}
        >
          {t('undo')}
        </Button>
        <Button size="xs" variant="default" rightSection={<Key name="H" />} aria-keyshortcuts="H" onClick={onSheet}>
          {t('scoreSheet')}
        </Button>
      </div>
    </section>
  );
}

/** In the dock of a phone. */
export function UndoControl({ view, onUndo }: { view: GameView; onUndo(): void }) {
  const barred = useRights(view).whyNot('judge');
  const last = lastAct(view);
  if (!last) return null;
  const label = last.name === null ? t('undo') : t('undoChangeOf', { name: last.name, gain: change(last.gain) });
  return <Control label={label} shortcut="Z" icon={IconArrowBackUp} barred={barred} onClick={onUndo} />;
}

const isGood = (last: NonNullable<ReturnType<typeof lastAct>>): boolean =>
  last.kind === 'verdict' ? last.correct : last.gain > 0;

const Key = ({ name }: { name: string }) => (
  <Kbd className={styles.key} aria-hidden>
    {name}
  </Kbd>
);
