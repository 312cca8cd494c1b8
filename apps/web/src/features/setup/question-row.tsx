import { ActionIcon } from '@mantine/core';
import { isUploadedClip } from '@earworm/contracts';
import type { QuestionView } from '@earworm/rules';
import { IconBrandYoutube, IconMusic, IconPencil, IconTrash } from '@tabler/icons-react';
import { figure } from '../../ui/numbers.js';
import styles from './category-card.module.css';
import { t } from './texts.js';

interface Props {
  readonly question: QuestionView;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export function QuestionRow({ question, onEdit, onDelete }: Props) {
  const { secret } = question;
  const medium = secret?.medium;
  const isClip = medium?.kind === 'clip';
  const kind = t(isClip ? (isUploadedClip(medium.clipId) ? 'uploadedClip' : 'clip') : 'video');
  const points = figure(question.points);
  return (
    <li className={styles.row}>
      <span className={styles.points}>{points}</span>
      <span className={styles.words}>
        <span className={styles.answer}>{secret?.answer}</span>
        <span className={styles.song}>
          {isClip ? <IconMusic size={16} aria-hidden /> : <IconBrandYoutube size={16} aria-hidden />}
          <span className="sr-only">{kind}</span>
          <span>{secret?.youtubeSongName || kind}</span>
        </span>
      </span>
      <ActionIcon aria-label={t('editQuestion', { points })} onClick={onEdit}>
        <IconPencil size={20} />
      </ActionIcon>
      <ActionIcon aria-label={t('deleteQuestion', { points })} onClick={onDelete}>
        <IconTrash size={20} />
      </ActionIcon>
    </li>
  );
}
