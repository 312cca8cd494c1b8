import { Button, NumberInput, TextInput } from '@mantine/core';
import { LINK_MAX_LENGTH, POINTS_MAX, POINTS_STEP, TEXT_MAX_LENGTH, type Version } from '@earworm/rules';
import type { CategoryView, QuestionView } from '@earworm/rules';
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react';
import { ClipChooser } from './clip-chooser.js';
import { useKept } from '../../live/kept.js';
import {
  keptIn,
  type KeptQuestion,
  newQuestionId,
  type Open,
  questionKey,
  savedMeanwhile,
} from '../../live/kept-question.js';
import { LinkCheck } from './link-check.js';
import styles from './question-form.module.css';
import { t } from './texts.js';
import {
  draftFrom,
  hasProblems,
  isTypedIn,
  problemsOf,
  type QuestionProblems,
  typedFrom,
} from '../../live/typed-question.js';
import type { Give } from './use-edits.js';

interface Props {
  readonly category: CategoryView;
  readonly open: Open;
  /** Null for a new one, and for one that another desk has deleted meanwhile. */
  readonly question: QuestionView | null;
  readonly suggestedPoints: number;
  readonly versionNow: () => number;
  readonly give: Give;
  readonly onDone: () => void;
}

export function QuestionForm({ category, open, question, suggestedPoints, versionNow, give, onDone }: Props) {
  const [begun, setBegun] = useState<KeptQuestion>(() => {
    const kept = keptIn(category, open);
    if (kept) return kept;
    return {
      open,
      questionId: open === 'new' ? newQuestionId() : open,
      // Edits are made on what was on screen when the form was opened.
      basedOn: versionNow(),
      typed: typedFrom(question, suggestedPoints),
    };
  });
  const { questionId, basedOn } = begun;
  const [typed, setTyped] = useState(begun.typed);
  const forget = useKept(questionKey(category, open), typed === begun.typed ? null : { ...begun, typed });
  const [problems, setProblems] = useState<QuestionProblems>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  /** While it is being saved nothing can be typed: it would be gone with the form when the answer comes. */
  const [busy, setBusy] = useState(false);

  const change = (name: Exclude<keyof typeof typed, 'clipId'>) => (value: string | number) => {
    setTyped((before) => ({ ...before, [name]: value }));
    setProblems((before) => ({ ...before, [name]: undefined }));
  };

  const close = () => {
    forget();
    onDone();
  };

  const saved = busy ? undefined : savedMeanwhile(category, begun);
  const done = saved !== undefined && isTypedIn(saved, typed);
  if (saved && !done) setBegun((before) => ({ ...before, questionId: newQuestionId() }));
  const settle = useEffectEvent(close);
  useEffect(() => {
    if (done) settle();
  }, [done]);

  const save = async () => {
    const draft = draftFrom(typed);
    const found = problemsOf(draft);
    setProblems(found);
    if (hasProblems(found) || busy) return;
    setBusy(true);
    const where = { categoryId: category.id, questionId };
    const refused = await give(
      question
        ? { type: 'updateQuestion', ...where, question: draft, basedOn: basedOn as Version }
        : { type: 'addQuestion', ...where, question: draft },
    );
    setBusy(false);
    setRefusal(refused?.text ?? null);
    if (refused?.code === 'stale-edit' && question) {
      const { answer, points } = typedFrom(question, 0);
      setBegun((before) => ({ ...before, basedOn: versionNow() }));
      setRefusal(`${refused.text} ${t('editedMeanwhile', { answer, points })}`);
    }
    if (!refused) close();
  };

  return (
    <form
      className={styles.form}
      noValidate
      aria-label={t(question ? 'editing' : 'newQuestion', { category: category.name })}
      onSubmit={(attempt: SubmitEvent) => {
        attempt.preventDefault();
        void save();
      }}
    >
      {open !== 'new' && !question && (
        <p className={styles.refusal} role="alert">
          {t('questionGone')}
        </p>
      )}
      <div className={styles.wide}>
        <TextInput
          label={t('link')}
          name="youtubeLink"
          placeholder={t('linkPlaceholder')}
          maxLength={LINK_MAX_LENGTH}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          autoFocus
          readOnly={busy}
          value={typed.youtubeLink}
          error={problems.youtubeLink}
          onChange={(event) => change('youtubeLink')(event.currentTarget.value)}
        />
        <LinkCheck link={typed.youtubeLink} clipId={typed.clipId} />
        <ClipChooser
          disabled={busy}
          onClip={(clipId) => {
            setTyped((before) => ({ ...before, clipId, youtubeLink: '' }));
            setProblems((before) => ({ ...before, youtubeLink: undefined }));
          }}
        />
      </div>
      <TextInput
        label={t('answer')}
        name="answer"
        description={t('answerHint')}
        maxLength={TEXT_MAX_LENGTH}
        autoComplete="off"
        readOnly={busy}
        value={typed.answer}
        error={problems.answer}
        onChange={(event) => change('answer')(event.currentTarget.value)}
      />
      <TextInput
        label={t('song')}
        name="youtubeSongName"
        description={t('songHint')}
        maxLength={TEXT_MAX_LENGTH}
        autoComplete="off"
        readOnly={busy}
        value={typed.youtubeSongName}
        onChange={(event) => change('youtubeSongName')(event.currentTarget.value)}
      />
      <NumberInput
        label={t('points')}
        name="points"
        min={0}
        max={POINTS_MAX}
        step={POINTS_STEP}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        readOnly={busy}
        value={typed.points}
        onChange={change('points')}
      />
      <div className={styles.actions}>
        <Button variant="default" onClick={close}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('saveQuestion')}
        </Button>
      </div>
      <p className={styles.refusal} role="alert">
        {refusal}
      </p>
    </form>
  );
}
