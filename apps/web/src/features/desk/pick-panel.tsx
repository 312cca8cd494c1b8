import { Button, Kbd } from '@mantine/core';
import { IconFlag, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type GameView, memberOf } from '@earworm/rules';
import { Wave } from '../../shared/ui/wave.js';
import styles from './panels.module.css';
import { nextPicker, proposalOf, roundOf } from '../../shared/live/round.js';
import { useRights } from '../../shared/live/use-rights.js';
import { t as gameText, whoGotIt } from '../../shared/game/texts.js';
import { t } from './texts.js';
import type { Result } from '../../shared/live/use-result.js';

interface PickPanelProps {
  readonly view: GameView;
  readonly result: Result | null;
  onEnd(): void;
  onPlay(): void;
}

export function PickPanel({ view, result, onEnd, onPlay }: PickPanelProps) {
  const rights = useRights(view);
  const { played, total } = roundOf(view);
  const done = played === total;
  const proposal = proposalOf(view);
  if (proposal) {
    return (
      <section className={styles.pick} data-testid="pick-panel" data-proposed>
        <div className={styles.ask}>
          <p className={styles.text}>{t('proposedBy', { name: nextPicker(view) ?? '' })}</p>
          <h1 className={styles.title}>{gameText('askedFor', proposal)}</h1>
        </div>
        <span className={styles.other}>{t('orOther')}</span>
        <Button
          size="lg"
          leftSection={<IconPlayerPlayFilled size={20} aria-hidden />}
          rightSection={<Kbd aria-hidden>{t('enterKey')}</Kbd>}
          aria-keyshortcuts="Enter"
          {...rights.barred('judge', view.paused !== undefined)}
          onClick={onPlay}
        >
          {t('playIt')}
        </Button>
      </section>
    );
  }
  return (
    <section className={styles.pick} data-testid="pick-panel">
      <div className={styles.ask}>
        <h1 className={styles.title}>
          {done && total > 0 ? gameText('allPlayedTitle') : t(total === 0 ? 'emptyTitle' : 'pickTitle')}
        </h1>
        <p className={styles.text}>
          {total === 0
            ? t('emptyText')
            : done
              ? t('allPlayedText')
              : view.nextTeam !== undefined || (view.nextSelector && memberOf(view, view.nextSelector.id) === null)
                ? t('pickText', { name: nextPicker(view) ?? '' })
                : (rights.whyNot('judge') ?? t('pickOwn'))}
        </p>
      </div>
      {result && (
        <div className={styles.result} data-got={result.name !== null}>
          <span className={styles.verdict}>{whoGotIt(result)}</span>
          <span className={styles.answer}>{result.answer}</span>
        </div>
      )}
      {!result && (
        <div className={styles.idle}>
          <Wave progress={null} bars={48} className={styles.bars} />
        </div>
      )}
      {done && (
        <Button size="lg" leftSection={<IconFlag size={20} aria-hidden />} {...rights.barred('judge')} onClick={onEnd}>
          {t('endGame')}
        </Button>
      )}
    </section>
  );
}
