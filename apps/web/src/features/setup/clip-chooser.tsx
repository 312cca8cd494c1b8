import { Button, FileButton } from '@mantine/core';
import { RefusedError } from '@earworm/contracts';
import type { ClipId } from '@earworm/rules';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../i18n/message.js';
import { AUDIO_TYPES, uploadClip } from '../../media/upload-clip.js';
import styles from './question-form.module.css';
import { t } from './texts.js';

/** An audio file instead of a link. A refusal stays where the file was chosen. */
export function ClipChooser({ onClip }: { onClip: (clipId: ClipId) => void }) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    setRefusal(null);
    try {
      onClip(await uploadClip(file));
    } catch (error) {
      setRefusal(error instanceof RefusedError ? messageOf(error.code, error.params) : messageOf('clips-away'));
    }
    setBusy(false);
  };
  return (
    <div className={styles.chooser}>
      <FileButton accept={AUDIO_TYPES} onChange={(file) => void take(file)}>
        {(props) => (
          <Button {...props} variant="default" loading={busy} leftSection={<IconUpload size={18} aria-hidden />}>
            {t('uploadClip')}
          </Button>
        )}
      </FileButton>
      <span className={styles.bad} role="alert">
        {refusal}
      </span>
    </div>
  );
}
