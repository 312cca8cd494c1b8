import { useState } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { Command, GameView, QuestionView, VerdictView } from '@earworm/rules';
import { t as shared } from '../../platform/i18n/t.js';
import { change, figure } from '../../platform/i18n/numbers.js';
import { ReasonField } from '../../shared/people/player-actions.js';
import styles from './score-sheet.module.css';
import { type Rights, useRights } from '../../shared/live/use-rights.js';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Form } from '../../shared/ui/form.js';

type Give = (command: Command) => Promise<boolean>;

interface ScoreSheetProps {
  readonly view: GameView;
  readonly give: Give;
  onClose(): void;
}

interface Round {
  readonly category: string;
  readonly question: QuestionView;
  readonly verdicts: readonly VerdictView[];
}

export function ScoreSheet({ view, give, onClose }: ScoreSheetProps) {
  const [chosen, choose] = useState<number | null>(null);
  const rights = useRights(view);
  const rounds = roundsOf(view);
  return (
    <Dialog opened onClose={onClose} title={t('scoreSheet')} size="lg">
      <Text c="dimmed" mb="md">
        {t(rounds.length === 0 ? 'sheetEmpty' : 'sheetText')}
      </Text>
      <ScoreChanges view={view} give={give} />
      <ul className={styles.rounds}>
        {rounds.map(({ category, question, verdicts }) => {
          const verdict = verdicts.find(({ version }) => version === chosen);
          return (
            <li key={question.id}>
              <p className={styles.asked}>
                <b>{gameText('askedFor', { category, points: figure(question.points) })}</b>{' '}
                <span className={styles.answer}>{question.secret?.answer}</span>
              </p>
              <div className={styles.verdicts}>
                {verdicts.map((one) => (
                  <VerdictButton
                    key={one.version}
                    verdict={one}
                    isChosen={one === verdict}
                    barred={rights.barred('judge')}
                    onClick={() => choose(one === verdict ? null : one.version)}
                  />
                ))}
              </div>
              {verdict && (
                <ChangeForm
                  key={verdict.version}
                  question={question}
                  verdict={verdict}
                  give={give}
                  onClose={() => choose(null)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

/** Newest first, as the questions are. */
function ScoreChanges({ view, give }: Pick<ScoreSheetProps, 'view' | 'give'>) {
  const rights = useRights(view);
  const changes = view.scoreChanges ?? [];
  if (changes.length === 0) return null;
  return (
    <section className={styles.changes} aria-labelledby="score-changes">
      <h3 id="score-changes">{gameText('changedByHand')}</h3>
      <ul className={styles.rounds}>
        {changes.toReversed().map(({ version, name, gain, reason, byName: by }) => (
          <li key={version} className={styles.change}>
            <span className={styles.reason}>
              <b dir="auto">{name}</b> {change(gain)} <span className={styles.answer}>{reason}</span>
              {by !== undefined && <span className={styles.answer}> · {t('judgedBy', { by })}</span>}
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={t('undoChangeOf', { name, gain: change(gain) })}
              {...rights.barred('judge')}
              onClick={() =>
                void give({
                  type: 'undoScoreChange',
                  change: version as (Command & { type: 'undoScoreChange' })['change'],
                })
              }
            >
              {t('undo')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface VerdictButtonProps {
  readonly verdict: VerdictView;
  readonly isChosen: boolean;
  readonly barred: ReturnType<Rights['barred']>;
  onClick(): void;
}

function VerdictButton({ verdict, isChosen, barred, onClick }: VerdictButtonProps) {
  const { name, correct, gain, byName: by } = verdict;
  const Sign = correct ? IconCheck : IconX;
  const word = t(correct ? 'right_now' : 'wrong_now', { gain: change(gain) });
  return (
    <Button
      size="xs"
      variant={isChosen ? 'filled' : 'default'}
      className={styles.verdict}
      data-tone={correct ? 'right' : 'wrong'}
      aria-pressed={isChosen}
      {...barred}
      leftSection={<Sign size={16} aria-hidden />}
      onClick={onClick}
    >
      <span className="sr-only">{`${t('verdictOn', { name })}: ${word}${by === undefined ? '' : `, ${t('judgedBy', { by })}`}`}</span>
      <bdi className={styles.name} aria-hidden>
        {name}
      </bdi>{' '}
      <span className={styles.gain} aria-hidden>
        {change(gain)}
      </span>
      {by !== undefined && (
        <span className={styles.by} aria-hidden>
          {t('judgedBy', { by })}
        </span>
      )}
    </Button>
  );
}

interface ChangeFormProps {
  readonly question: QuestionView;
  readonly verdict: VerdictView;
  readonly give: Give;
  onClose(): void;
}

function ChangeForm({ question, verdict, give, onClose }: ChangeFormProps) {
  const [reason, setReason] = useState('');
  const command = {
    type: 'changeVerdict',
    questionId: question.id,
    verdict: verdict.version as (Command & { type: 'changeVerdict' })['verdict'],
    correct: !verdict.correct,
    reason,
  } as const;
  return (
    <Form onSubmit={() => give(command).then((done) => done && onClose())}>
      <ReasonField value={reason} autoFocus onChange={setReason} />
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onClose}>
          {shared('cancel')}
        </Button>
        <Button type="submit" disabled={reason.trim() === ''}>
          {t(verdict.correct ? 'makeWrong' : 'makeRight', { name: verdict.name })}
        </Button>
      </Group>
    </Form>
  );
}

const newestOf = ({ verdicts }: Round): number => Math.max(...verdicts.map(({ version }) => version));

const roundsOf = ({ categories }: GameView): Round[] =>
  categories
    .flatMap(({ name, questions }) =>
      questions
        .filter(({ answered }) => answered)
        .map((question) => ({ category: name, question, verdicts: question.verdicts ?? [] })),
    )
    .filter(({ verdicts }) => verdicts.length > 0)
    .sort((one, other) => newestOf(other) - newestOf(one));
