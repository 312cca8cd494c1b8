import { type ClipId, findYoutubeLink } from '@earworm/rules';
import { useState } from 'react';
import { ClipButton, clipWords } from '../media/clip-button.js';
import styles from './question-form.module.css';
import { isUploadedClip } from '@earworm/contracts';
import { IconCircleCheck } from '@tabler/icons-react';
import { clock } from '../live/times.js';
import { t } from './texts.js';

export function ClipChooser({ onClip, disabled }: { onClip: (clipId: ClipId) => void; disabled: boolean }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <div className={styles.chooser}>
      <ClipButton onClip={onClip} onRefusal={setRefusal} disabled={disabled} />
      <span className={styles.bad} role="alert">
        {refusal}
      </span>
    </div>
  );
}

export function LinkCheck({ link, clipId }: { link: string; clipId: ClipId | null }) {
  if (link.trim() === '') {
    return clipId === null ? null : (
      <p className={styles.check} data-good={isUploadedClip(clipId) || undefined}>
        {clipWords(clipId)}
      </p>
    );
  }
  const read = findYoutubeLink(link);
  if (!read) return null;
  const { address, link: found } = read;
  const parts = [
    address === link.trim() ? null : address,
    t('linkFound', { id: found.videoId }),
    found.start === null ? null : t('linkStart', { time: clock(found.start * 1_000) }),
    found.end === null ? null : t('linkEnd', { time: clock(found.end * 1_000) }),
  ];
  return (
    <p className={styles.check} data-good>
      <IconCircleCheck size={18} aria-hidden />
      {parts.filter(Boolean).join(', ')}
    </p>
  );
}
