import { Button } from '@mantine/core';
import { SHOW_LIMITS, type TemplateSummary } from '@earworm/contracts';
import { useState } from 'react';
import { titleOf } from '../../shared/board-editor/add-template.js';
import { TemplatePicker } from '../../shared/board-editor/load-dialog.js';
import { Dialog } from '../../shared/ui/dialog.js';
import styles from './add-rooms.module.css';
import { t } from './texts.js';

interface Props {
  readonly rounds: readonly TemplateSummary[];
  onChange(rounds: readonly TemplateSummary[]): void;
}

/** Rounds after the first, each with the template that it is played with. */
export function LaterRoundsField({ rounds, onChange }: Props) {
  const [isChoosing, choose] = useState(false);
  return (
    <div className={styles.template}>
      <div>
        <span className={styles.label}>{t('laterRounds')}</span>
        {rounds.length === 0 && <span className={styles.hint}>{t('laterRoundsHint')}</span>}
        <ol className={styles.rounds} start={2}>
          {rounds.map((template, at) => (
            <li key={at}>
              <span dir="auto">{titleOf(template)}</span>
              <Button
                variant="subtle"
                size="xs"
                aria-label={t('roundRemove', { n: at + 2, title: titleOf(template) })}
                onClick={() => onChange(rounds.filter((_, other) => other !== at))}
              >
                {t('remove')}
              </Button>
            </li>
          ))}
        </ol>
      </div>
      {rounds.length < SHOW_LIMITS.rounds - 1 && (
        <Button variant="default" onClick={() => choose(true)}>
          {t('roundAdd')}
        </Button>
      )}
      <Dialog opened={isChoosing} onClose={() => choose(false)} title={t('templateChoose')} size="lg">
        <TemplatePicker
          onPick={(picked) => {
            onChange([...rounds, picked]);
            choose(false);
          }}
        />
      </Dialog>
    </div>
  );
}
