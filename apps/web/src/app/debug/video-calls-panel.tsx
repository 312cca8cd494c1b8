import { Button } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { Confirm } from '../../shared/ui/dialog.js';
import { figure } from '../../platform/i18n/numbers.js';
import { resetVideoCalls, videoCalls } from '../../shared/media/media-marks.js';
import styles from './debug-panels.module.css';
import { Panel, t } from './panel.js';

const EVERY_MS = 10_000;

export function VideoCallsPanel() {
  const [calls, setCalls] = useState(videoCalls);
  const [asking, setAsking] = useState(false);
  useInterval(() => setCalls(videoCalls()), EVERY_MS, { autoInvoke: true });
  const reset = () => {
    resetVideoCalls();
    setCalls(0);
  };
  return (
    <Panel title={t('videoCalls')}>
      <p className={styles.count}>
        <b data-testid="video-calls">{figure(calls)}</b>
        <Button variant="default" size="sm" onClick={() => setAsking(true)}>
          {t('reset')}
        </Button>
      </p>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('resetTitle')}
        text={t('resetText')}
        yes={t('reset')}
        tone="wrong"
        onYes={reset}
      />
    </Panel>
  );
}
