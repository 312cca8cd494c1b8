import type { ClipId } from '@earworm/rules';
import { useState } from 'react';
import { ClipButton } from '../media/clip-button.js';
import styles from './question-form.module.css';

/** An audio file instead of a link. A refusal stays where the file was chosen. */
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
