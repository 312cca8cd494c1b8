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
  /** Why the user may not judge. */
  readonly barred: string | null;
  /** Why the user may not close the question. */
  readonly closingBarred: string | null;
  onJudge(correct: boolean): void;
  onUnanswered(): void;
}

const VERDICTS = [
  { tone: 'right', Icon: IconCheck, shortcut: 'R' },
  { tone: 'wrong', Icon: IconX, shortcut: 'W' },
] as const;

export function VerdictButtons(props: VerdictButtonsProps) {
  const { gains, resting, barred, closingBarred, onJudge, onUnanswered } = props;
  return (
    <div className={styles.row}>
      {VERDICTS.map(({ tone, Icon, shortcut }) => (
        <button
          key={tone}
          type="button"
          className={styles.act}
          data-tone={tone}
          disabled={!gains || resting || barred !== null}
          title={barred ?? undefined}
          onClick={() => onJudge(tone === 'right')}
          aria-keyshortcuts={shortcut}
        >
          <Icon size={24} stroke={3} aria-hidden />
          <span>
            {gameText(tone)} {gains && <b>{change(gains[tone])}</b>}
          </span>
          <Kbd aria-hidden>{shortcut}</Kbd>
        </button>
      ))}
      <button
        type="button"
        className={styles.act}
        data-tone="nobody"
        disabled={resting || closingBarred !== null}
        title={closingBarred ?? undefined}
        onClick={onUnanswered}
        aria-keyshortcuts="N"
      >
        <span>{t('nobodyKnew')}</span>
        <Kbd aria-hidden>N</Kbd>
      </button>
    </div>
  );
}
