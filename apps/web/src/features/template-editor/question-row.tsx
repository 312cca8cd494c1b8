import { ActionIcon, Menu, NumberInput, TextInput } from '@mantine/core';
import { LINK_MAX_LENGTH, POINTS_MAX, POINTS_STEP, TEXT_MAX_LENGTH } from '@earworm/rules';
import { IconDots } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { notify } from '../../app/notify.js';
import { messageOf } from '../../i18n/message.js';
import { useTranslator } from '../../i18n/texts.js';
import { ClipButton, clipWords } from '../../ui/clip-button.js';
import { figure } from '../../ui/numbers.js';
import * as drafts from './draft.js';
import type { Editor } from './editor.js';
import styles from './editor.module.css';
import { problemsOf } from './problems.js';
import { useGrip } from './sorting.js';
import { t } from './texts.js';

interface Props {
  readonly question: drafts.Question;
  readonly place: number;
  readonly categoryId: string;
  /** Just added: the cursor goes there. */
  readonly isFresh: boolean;
  readonly edit: Editor['edit'];
  readonly onMoveAway: (questionId: string) => void;
}

const pointsIn = (typed: string | number) => Math.min(POINTS_MAX, Math.max(0, Math.trunc(Number(typed)) || 0));

/** One question, edited where it stands. Drawn again only when it changed itself. */
export const QuestionRow = memo(function QuestionRow({
  question,
  place,
  categoryId,
  isFresh,
  edit,
  onMoveAway,
}: Props) {
  useTranslator();
  const { questionId, youtubeLink, youtubeSongName, answer, points, clipId } = question;
  const problems = problemsOf(question);
  const [refusal, setRefusal] = useState<string | null>(null);
  const said = figure(points);
  const change = (next: Partial<drafts.Question>, field: string) =>
    edit(
      (draft) => drafts.withCategory(draft, categoryId, drafts.withQuestion(questionId, next)),
      `${field} ${questionId}`,
    );
  const move = (to: number) =>
    edit((draft) => drafts.withCategory(draft, categoryId, drafts.withQuestionAt(questionId, to)));
  const remove = () => {
    edit((draft) => drafts.withCategory(draft, categoryId, drafts.withoutQuestion(questionId)));
    void notify(t('deletedQuestion'));
  };
  const {
    place: putDown,
    style,
    handle,
  } = useGrip(questionId, t('dragQuestion', { points: said }), (by) => move(place + by));
  const linkProblem = problems.find((code) => code !== 'answer-required');
  return (
    <li ref={putDown} style={style} className={styles.question} aria-label={t('questionNumber', { n: place + 1 })}>
      {handle}
      <NumberInput
        className={styles.points}
        label={t('points')}
        min={0}
        max={POINTS_MAX}
        step={POINTS_STEP}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        value={points}
        onChange={(typed) => change({ points: pointsIn(typed) }, 'points')}
      />
      <TextInput
        className={styles.link}
        label={t('link')}
        placeholder={t('linkPlaceholder')}
        description={clipId !== null && youtubeLink.trim() === '' ? clipWords(clipId) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={LINK_MAX_LENGTH}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        autoFocus={isFresh}
        value={youtubeLink}
        error={refusal ?? (linkProblem && messageOf(linkProblem))}
        onChange={(event) => {
          setRefusal(null);
          change({ youtubeLink: event.currentTarget.value }, 'link');
        }}
        rightSection={
          <ClipButton
            compact
            onClip={(uploaded) => change({ clipId: uploaded, youtubeLink: '' }, 'clip')}
            onRefusal={setRefusal}
          />
        }
      />
      <TextInput
        className={styles.answer}
        label={t('answer')}
        maxLength={TEXT_MAX_LENGTH}
        autoComplete="off"
        dir="auto"
        value={answer}
        error={problems.includes('answer-required') && messageOf('answer-required')}
        onChange={(event) => change({ answer: event.currentTarget.value }, 'answer')}
      />
      <TextInput
        className={styles.song}
        label={t('song')}
        maxLength={TEXT_MAX_LENGTH}
        autoComplete="off"
        dir="auto"
        value={youtubeSongName}
        onChange={(event) => change({ youtubeSongName: event.currentTarget.value }, 'song')}
      />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon className={styles.rowMenu} aria-label={t('moreFor', { points: said })}>
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => move(place - 1)}>{t('moveUp')}</Menu.Item>
          <Menu.Item onClick={() => move(place + 1)}>{t('moveDown')}</Menu.Item>
          <Menu.Item onClick={() => onMoveAway(questionId)}>{t('moveTo')}</Menu.Item>
          <Menu.Item onClick={remove}>{t('deleteQuestion')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
});
