import { Button, NumberInput } from '@mantine/core';
import {
  nextPointValue,
  POINTS_MAX,
  POINTS_STEP,
  QUESTIONS_PER_CATEGORY_MAX,
  TEXT_MAX_LENGTH,
  type Version,
} from '@earworm/rules';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type BoardCategory,
  type BoardEdit,
  type BoardQuestion,
  mediumOfQuestion,
  type Refusal,
} from '../live/board.js';
import { ClipChooser, LinkCheck } from './question-form-parts.js';
import { useStored } from '../live/stored.js';
import {
  storedQuestion,
  type StoredQuestion,
  newQuestionId,
  type Open,
  questionKey,
  savedMeanwhile,
} from '../live/stored-question.js';
import { figure } from '../../platform/i18n/numbers.js';
import { useBoardEditor } from './editor-context.js';
import styles from './question-form.module.css';
import { t } from './texts.js';
import {
  draftFrom,
  hasProblems,
  isTypedIn,
  problemsOf,
  type QuestionProblems,
  typedFrom,
} from '../live/typed-question.js';
import { Form, FormError } from '../ui/form.js';
import { TextField } from '../ui/text-fields.js';

interface Props {
  readonly category: BoardCategory;
  readonly open: Open;
  readonly question: BoardQuestion | null;
  readonly suggestedPoints: number;
  readonly give: (edit: BoardEdit) => Promise<Refusal | null>;
  readonly onDone: () => void;
}

/** Pages in front of a video have long addresses; the link is taken out of them. */
const PASTED_MAX_LENGTH = 4_000;

/** After adding a question the form stays open for the next one. */
export function QuestionForm({ category, open, question, suggestedPoints, give, onDone }: Props) {
  const { port, onListen } = useBoardEditor();
  const { versionNow } = port;
  const [begun, setBegun] = useState<StoredQuestion>(() => {
    const stored = storedQuestion(category, open);
    if (stored) return stored;
    return {
      open,
      questionId: open === 'new' ? newQuestionId() : open,
      basedOn: versionNow(),
      typed: typedFrom(question, suggestedPoints),
    };
  });
  const { questionId, basedOn } = begun;
  const [typed, setTyped] = useState(begun.typed);
  const forget = useStored(questionKey(category, open), typed === begun.typed ? null : { ...begun, typed });
  const [problems, setProblems] = useState<QuestionProblems>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  const link = useRef<HTMLInputElement>(null);
  /** Read-only while saving: the form closes with the answer. */
  const [busy, setBusy] = useState(false);

  const change = (name: Exclude<keyof typeof typed, 'clipId'>) => (value: string | number) => {
    setTyped((before) => ({ ...before, [name]: value }));
    setProblems((before) => ({ ...before, [name]: undefined }));
    setAdded(null);
  };

  const close = () => {
    forget();
    onDone();
  };

  const next = (points: number, answer: string) => {
    forget();
    const beside = [...category.questions.map((each) => each.points), points];
    const empty = typedFrom(null, nextPointValue(beside));
    setBegun({ open, questionId: newQuestionId(), basedOn: versionNow(), typed: empty });
    setTyped(empty);
    setAdded(answer);
    link.current?.focus();
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
    const wrongLink = found.youtubeLink !== undefined && draft.youtubeLink !== '';
    const isEmpty = found.youtubeLink !== undefined && found.answer !== undefined;
    const stops = port.takesIncomplete ? wrongLink || isEmpty : hasProblems(found);
    setProblems(stops ? found : {});
    if (stops || busy) return;
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
      const { answer, points } = question;
      setBegun((before) => ({ ...before, basedOn: versionNow() }));
      setRefusal(`${refused.text} ${t('editedMeanwhile', { answer, points: figure(points) })}`);
    }
    if (refused) return;
    const isLast = category.questions.length + 1 >= QUESTIONS_PER_CATEGORY_MAX;
    if (open === 'new' && !isLast) next(draft.points, draft.answer);
    else close();
  };

  const medium = mediumOfQuestion(draftFrom(typed));
  return (
    <Form
      className={styles.form}
      data-new={begun.isNew}
      aria-label={t(question ? 'editing' : 'newQuestion', { category: category.name })}
      onSubmit={save}
    >
      {open !== 'new' && begun.isNew !== true && !question && <FormError>{t('questionGone')}</FormError>}
      <div className={styles.wide}>
        <TextField
          label={t('link')}
          name="youtubeLink"
          placeholder={t('linkPlaceholder')}
          maxLength={PASTED_MAX_LENGTH}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          ref={link}
          autoFocus={begun.isNew !== true}
          readOnly={busy}
          value={typed.youtubeLink}
          error={problems.youtubeLink}
          onChange={(value) => change('youtubeLink')(value)}
        />
        <LinkCheck link={typed.youtubeLink} clipId={typed.clipId} />
        <div className={styles.media}>
          <Button
            variant="default"
            leftSection={<IconPlayerPlayFilled size={18} aria-hidden />}
            disabled={medium === null}
            onClick={() => medium && onListen({ name: typed.answer || typed.youtubeSongName || t('song'), medium })}
          >
            {t('listenHere')}
          </Button>
          <ClipChooser
            disabled={busy}
            onClip={(clipId) => {
              setTyped((before) => ({ ...before, clipId, youtubeLink: '' }));
              setProblems((before) => ({ ...before, youtubeLink: undefined }));
            }}
          />
        </div>
      </div>
      <TextField
        label={t('answer')}
        name="answer"
        description={t('answerHint')}
        maxLength={TEXT_MAX_LENGTH}
        autoComplete="off"
        dir="auto"
        readOnly={busy}
        value={typed.answer}
        error={problems.answer}
        onChange={(value) => change('answer')(value)}
      />
      <TextField
        label={t('song')}
        name="youtubeSongName"
        description={t('songHint')}
        maxLength={TEXT_MAX_LENGTH}
        autoComplete="off"
        dir="auto"
        readOnly={busy}
        value={typed.youtubeSongName}
        onChange={(value) => change('youtubeSongName')(value)}
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
          {t(added === null ? 'cancel' : 'done')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('saveQuestion')}
        </Button>
      </div>
      <FormError>{refusal}</FormError>
      <p className={styles.added} role="status">
        {added !== null && t('added', { answer: added })}
      </p>
    </Form>
  );
}
