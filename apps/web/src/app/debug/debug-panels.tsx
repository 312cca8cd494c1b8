import { UnstyledButton } from '@mantine/core';
import { IconBug, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { AuthenticationPanel } from './authentication-panel.js';
import { ConnectionPanel } from './connection-panel.js';
import styles from './debug-panels.module.css';
import { t } from './panel.js';
import { VideoCallsPanel } from './video-calls-panel.js';

/** For admins, on every page but the stage. Closed it is a tab in the page's margin. */
export function DebugPanels() {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  if (pathname.startsWith('/stage/')) return null;
  return (
    <aside className={styles.corner} data-open={open} data-panels-open={open || undefined} aria-label={t('debug')}>
      {open && (
        <div className={styles.panels} id="debug-panels">
          <ConnectionPanel />
          <AuthenticationPanel />
          <VideoCallsPanel />
        </div>
      )}
      <UnstyledButton
        className={styles.toggle}
        aria-label={t(open ? 'close' : 'open')}
        title={t(open ? 'close' : 'open')}
        aria-expanded={open}
        aria-controls="debug-panels"
        onClick={() => setOpen(!open)}
      >
        {open ? <IconX size={20} aria-hidden /> : <IconBug size={15} aria-hidden />}
      </UnstyledButton>
    </aside>
  );
}
