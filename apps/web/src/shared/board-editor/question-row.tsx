import { ActionIcon, Menu } from '@mantine/core';
import { isUploadedClip } from '@earworm/contracts';
import { IconBrandYoutube, IconDots, IconMusic, IconPencil, IconPlayerPlayFilled } from '@tabler/icons-react';
import { messageOf } from '../../platform/i18n/t.js';
import { figure } from '../../platform/i18n/numbers.js';
import { type BoardQuestion, mediumOfQuestion } from '../live/board.js';
import styles from './category-card.module.css';
import { useBoardEditor } from './editor-context.js';
import { problemsOf } from './problems.js';
import { useGrip } from './sorting.js';
import { t } from './texts.js';

interface Props {
  readonly question: BoardQuestion;
  readonly place: number;
  readonly isLast: boolean;
  readonly editId: string;
  readonly onEdit: () => void;
  readonly onMove: (to: number) => void;
  readonly onMoveAway: () => void;
  readonly onDelete: () => void;
}

export function QuestionRow({ question, place, isLast, editId, onEdit, onMove, onMoveAway, onDelete }: Props) {
  const { port, onListen } = useBoardEditor();
  const { id, answer, youtubeSongName, clipId, youtubeLink } = question;
  const points = figure(question.points);
  const { place: putDown, style, handle } = useGrip(id, t('dragQuestion', { points }), (by) => onMove(place + by));
  const isClip = youtubeLink.trim() === '' && clipId !== null;
  const medium = mediumOfQuestion(question);
  const what = t(isClip ? (isUploadedClip(clipId) ? 'uploadedClip' : 'clip') : 'video');
  const problems = port.takesIncomplete ? problemsOf(question) : [];
  return (
    <li ref={putDown} style={style} className={styles.row}>
      {!port.readOnly && handle}
      <span className={styles.points}>{points}</span>
      <span className={styles.words}>
        <span className={styles.answer} data-testid="answer" dir="auto">
          {answer}
        </span>
        <span className={styles.song}>
          {isClip ? <IconMusic size={16} aria-hidden /> : <IconBrandYoutube size={16} aria-hidden />}
          {youtubeSongName !== '' && <span className="sr-only">{what}</span>}
          <span dir="auto">{youtubeSongName || what}</span>
        </span>
        {problems.map((code) => (
          <span key={code} className={styles.problem}>
            {messageOf(code)}
          </span>
        ))}
      </span>
      <span className={styles.rowTools}>
        <ActionIcon
          aria-label={t('listen', { points })}
          disabled={medium === null}
          onClick={() => medium && onListen({ name: answer || youtubeSongName || what, medium })}
        >
          <IconPlayerPlayFilled size={20} />
        </ActionIcon>
        {!port.readOnly && (
          <>
            <ActionIcon id={editId} aria-label={t('editQuestion', { points })} onClick={onEdit}>
              <IconPencil size={20} />
            </ActionIcon>
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon aria-label={t('moreFor', { points })}>
                  <IconDots size={20} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item disabled={place === 0} onClick={() => onMove(place - 1)}>
                  {t('moveQuestionUp')}
                </Menu.Item>
                <Menu.Item disabled={isLast} onClick={() => onMove(place + 1)}>
                  {t('moveQuestionDown')}
                </Menu.Item>
                <Menu.Item onClick={onMoveAway}>{t('moveTo')}</Menu.Item>
                <Menu.Item onClick={onDelete}>{t('deleteQuestion')}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        )}
      </span>
    </li>
  );
}
