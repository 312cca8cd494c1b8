import { Kbd } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { change } from '../../platform/i18n/numbers.js';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';
import styles from './verdict-buttons.module.css';

interface VerdictButtonsProps {
  /** Null while no player waits. */
  readonly gains: { readonly right: number; readonly wrong: number } | null;
  /** After a verdict: a double click must not judge the next player. */
  readonly resting: boolean;
  onJudge(correct: boolean): void;
  onUnanswered(): void;
}

export function VerdictButtons({ gains, resting, onJudge, onUnanswered }: VerdictButtonsProps) {
  return (
    <div className={styles.row}>
      <button
        type="button"
        className={styles.act}
        data-tone="right"
        disabled={!gains || resting}
        onClick={() => onJudge(true)}
        aria-keyshortcuts="R"
      >
        <IconCheck size={24} stroke={3} aria-hidden />
        <span>
          {gameText('right')} {gains && <b>{change(gains.right)}</b>}
        </span>
        <Kbd aria-hidden>R</Kbd>
      </button>
      <button
        type="button"
        className={styles.act}
        data-tone="wrong"
        disabled={!gains || resting}
        onClick={() => onJudge(false)}
        aria-keyshortcuts="W"
      >
        <IconX size={24} stroke={3} aria-hidden />
        <span>
          {gameText('wrong')} {gains && <b>{change(gains.wrong)}</b>}
        </span>
        <Kbd aria-hidden>W</Kbd>
      </button>
      <button
        type="button"
        className={styles.act}
        data-tone="nobody"
        disabled={resting}
        onClick={onUnanswered}
        aria-keyshortcuts="N"
      >
        <span>{t('nobodyKnew')}</span>
        <Kbd aria-hidden>N</Kbd>
      </button>
    </div>
  );
}
