import { ActionIcon, Button, FileButton, Tooltip } from '@mantine/core';
import { isUploadedClip, RefusedError } from '@earworm/contracts';
import type { ClipId } from '@earworm/rules';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../platform/i18n/t.js';
import { textsOf } from '../../platform/i18n/texts.js';
import { AUDIO_TYPES, uploadClip } from './upload-clip.js';

const t = textsOf('clipButton', {
  playsMelody: 'This question plays a built-in melody. Paste a link to play a video instead.',
  playsUpload: 'This question plays the uploaded audio file. Paste a link to play a video instead.',
  uploadClip: 'Upload an audio file instead',
});

interface ClipButtonProps {
  readonly onClip: (clipId: ClipId) => void;
  /** Null once another file is tried. */
  readonly onRefusal: (words: string | null) => void;
  readonly compact?: boolean;
  readonly disabled?: boolean;
}

export const clipWords = (clipId: ClipId): string => t(isUploadedClip(clipId) ? 'playsUpload' : 'playsMelody');

export function ClipButton({ onClip, onRefusal, compact = false, disabled = false }: ClipButtonProps) {
  const [busy, setBusy] = useState(false);
  // Browsers do not report the same file chosen twice, which may have been fixed in between.
  const forgetFile = useRef<() => void>(null);
  const take = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    onRefusal(null);
    try {
      onClip(await uploadClip(file));
    } catch (error) {
      onRefusal(error instanceof RefusedError ? messageOf(error.code, error.params) : messageOf('clips-away'));
    }
    setBusy(false);
    forgetFile.current?.();
  };
  return (
    <FileButton resetRef={forgetFile} disabled={disabled} accept={AUDIO_TYPES} onChange={(file) => void take(file)}>
      {(props) =>
        compact ? (
          <Tooltip label={t('uploadClip')}>
            <ActionIcon {...props} variant="subtle" loading={busy} aria-label={t('uploadClip')}>
              <IconUpload size={20} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : (
          <Button
            {...props}
            variant="default"
            loading={busy}
            disabled={disabled}
            leftSection={<IconUpload size={18} aria-hidden />}
          >
            {t('uploadClip')}
          </Button>
        )
      }
    </FileButton>
  );
}
