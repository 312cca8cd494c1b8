import { Button, FileButton } from '@mantine/core';
import { IconCamera, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { Redact } from './redact.js';
import styles from './feedback.module.css';
import { pictureOf } from './picture.js';
import { t } from './texts.js';
import type { FeedbackState } from './use-feedback.js';

const NEW_BOX = { x: 0.35, y: 0.4, width: 0.3, height: 0.2 };

export function ScreenshotField({ feedback }: { feedback: FeedbackState }) {
  const [capturing, setCapturing] = useState(false);
  const [failed, setFailed] = useState(false);
  const { draft, change, refuse } = feedback;
  const { picture, boxes } = draft;

  const capture = async () => {
    setCapturing(true);
    setFailed(false);
    try {
      const { capturePage } = await import('./capture-page.js');
      change({ picture: await capturePage(), boxes: [] });
    } catch {
      setFailed(true);
    } finally {
      setCapturing(false);
    }
  };
  const take = async (file: File | null) => {
    setFailed(false);
    if (file === null) return;
    try {
      change({ picture: await pictureOf(file), boxes: [] });
    } catch (error) {
      refuse(error);
    }
  };

  return (
    <fieldset className={styles.screenshot}>
      <legend>{t('screenshot')}</legend>
      {picture === null ? (
        <>
          <div className={styles.ways}>
            <Button
              variant="default"
              leftSection={<IconCamera size={20} />}
              loading={capturing}
              onClick={() => void capture()}
            >
              {t('capture')}
            </Button>
            <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={(file) => void take(file)}>
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconUpload size={20} />} disabled={capturing}>
                  {t('upload')}
                </Button>
              )}
            </FileButton>
          </div>
          <p className={styles.hint} role={failed ? 'alert' : undefined}>
            {t(failed ? 'captureFailed' : 'captureHint')}
          </p>
        </>
      ) : (
        <>
          <Redact picture={picture} boxes={boxes} onChange={(changed) => change({ boxes: changed })} />
          <p className={styles.hint}>{t('redactHint')}</p>
          <div className={styles.ways}>
            <Button variant="default" size="sm" onClick={() => change({ boxes: [...boxes, NEW_BOX] })}>
              {t('addBox')}
            </Button>
            <Button
              variant="default"
              size="sm"
              disabled={boxes.length === 0}
              onClick={() => change({ boxes: boxes.slice(0, -1) })}
            >
              {t('undo')}
            </Button>
            <Button variant="default" size="sm" onClick={() => change({ picture: null, boxes: [] })}>
              {t('remove')}
            </Button>
          </div>
        </>
      )}
    </fieldset>
  );
}
