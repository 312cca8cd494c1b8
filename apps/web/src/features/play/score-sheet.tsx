import { useState } from 'react';
import { Button, Group, Modal } from '@mantine/core';
import type { Command, GameView, QuestionView, VerdictView } from '@earworm/rules';
import { t as shared } from '../../i18n/t.js';
import { change } from '../../ui/numbers.js';
import { Nothing, ReasonField } from './player-actions.js';
import { t } from './t.js';
import styles from './undo-card.module.css';

interface ScoreSheetProps {
  readonly view: GameView;
  give(command: Command): Promise<boolean>;
  onClose(): void;
}

interface Row {
  readonly category: string;
  readonly question: QuestionView;
  readonly verdict: VerdictView;
}

/** Every verdict on questions that are over, the newest first; pressing one changes it. */
export function ScoreSheet({ view, give, onClose }: ScoreSheetProps) {
  const [chosen, choose] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const rows = rowsOf(view);
  const row = rows.find(({ verdict }) => verdict.version === chosen);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('scoreSheet')}
      size="lg"
      closeButtonProps={{ 'aria-label': shared('close') }}
    >
      {rows.length === 0 && <Nothing text={t('sheetEmpty')} />}
      <ul className={styles.rows}>
        {rows.map(({ category, question, verdict }) => (
          <li key={verdict.version}>
            <span className={styles.asked}>
              {t('askedFor', { category, points: question.points })} · {question.secret?.answer}
            </span>
            <bdi>{verdict.name}</bdi>
            <Button
              size="compact-sm"
              variant={chosen === verdict.version ? 'filled' : 'default'}
              aria-label={`${t('verdictOn', { name: verdict.name })}: ${wordOf(verdict)}`}
              aria-pressed={chosen === verdict.version}
              onClick={() => choose(verdict.version)}
            >
              {wordOf(verdict)}
            </Button>
          </li>
        ))}
      </ul>
      {row && (
        <form
          onSubmit={(submit) => {
            submit.preventDefault();
            const { verdict, question } = row;
            void give({
              type: 'changeVerdict',
              questionId: question.id,
              verdict: verdict.version as (Command & { type: 'changeVerdict' })['verdict'],
              correct: !verdict.correct,
              reason,
            }).then((done) => {
              if (!done) return;
              choose(null);
              setReason('');
            });
          }}
        >
          <ReasonField value={reason} onChange={setReason} />
          <Group justify="flex-end" gap="sm" mt="lg">
            <Button variant="default" onClick={() => choose(null)}>
              {shared('cancel')}
            </Button>
            <Button type="submit" disabled={reason.trim() === ''}>
              {t(row.verdict.correct ? 'makeWrong' : 'makeRight')}
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  );
}

const wordOf = ({ correct, gain }: VerdictView): string =>
  t(correct ? 'right_now' : 'wrong_now', { gain: change(gain) });

const rowsOf = ({ categories }: GameView): Row[] =>
  categories
    .flatMap(({ name, questions }) =>
      questions
        .filter(({ answered }) => answered)
        .flatMap((question) => (question.verdicts ?? []).map((verdict) => ({ category: name, question, verdict }))),
    )
    .sort((one, other) => other.verdict.version - one.verdict.version);
