import { Button } from '@mantine/core';
import { notify } from '../../platform/notifications/notify.js';
import { clipWords } from '../../shared/media/clip-button.js';
import { copyText } from '../../shared/ui/copy-text.js';
import { forgetUnsavedQuestions, type UnsavedQuestion, textOfUnsaved } from '../../shared/live/unsaved-questions.js';
import styles from './setup-desk.module.css';
import { t } from './texts.js';

interface Props {
  readonly left: readonly UnsavedQuestion[];
  readonly onDiscarded: () => void;
}

export function UnsavedList({ left, onDiscarded }: Props) {
  const copy = async () => {
    if (await copyText(textOfUnsaved(left))) await notify(t('leftCopied'), 'success');
    else await notify(t('leftNotCopied'));
  };
  const discard = () => {
    forgetUnsavedQuestions();
    onDiscarded();
  };
  return (
    <>
      <ul className={styles.left}>
        {left.map(({ category, typed }, index) => (
          <li key={index}>
            <b dir="auto">{typed.answer || t('leftUnanswered')}</b>
            <span className={styles.hint} dir="auto">
              {[
                category,
                typed.youtubeSongName,
                typed.youtubeLink || (typed.clipId === null ? '' : clipWords(typed.clipId)),
                String(typed.points),
              ]
                .filter((word) => word !== '')
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.leftWays}>
        <Button variant="default" onClick={() => void copy()}>
          {t('leftCopy')}
        </Button>
        <Button variant="default" onClick={discard}>
          {t('leftDiscard')}
        </Button>
      </div>
    </>
  );
}
