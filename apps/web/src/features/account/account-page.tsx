import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../platform/session/session.js';
import { errorText, notify } from '../../platform/notifications/notify.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { saveFile } from '../../shared/ui/save-file.js';
import styles from './account.module.css';
import { DeleteDialog } from './delete-dialog.js';
import { readExport } from './read-export.js';
import { t } from './texts.js';

export function AccountPage() {
  const user = useSession((session) => session.user);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const download = async (userId: string) => {
    setBusy(true);
    try {
      const text = await readExport(userId, () => useSession.getState().user?.id !== userId);
      if (text !== null) saveFile({ fileName: 'earworm-my-data.json', contentType: 'application/json', text });
    } catch (error) {
      void notify(errorText(error), 'error');
    } finally {
      setBusy(false);
    }
  };
  if (user === null) return null;
  return (
    <PageFrame title={t('title')} lead={t('lead')} narrow>
      <p>{user.isGuest ? t('guest') : t('signedInAs', { name: user.name })}</p>
      <ul className={styles.list}>
        <li>
          <Link to="/my-templates">{t('templates')}</Link>
        </li>
        <li>
          <Link to="/game-history">{t('games')}</Link>
        </li>
        {!user.isGuest && (
          <li>
            <Link to="/events">{t('events')}</Link>
          </li>
        )}
      </ul>
      <Group gap="sm">
        <Button variant="default" loading={busy} onClick={() => void download(user.id)}>
          {t('download')}
        </Button>
        <Button data-tone="wrong" onClick={() => setAsking(true)}>
          {t('delete')}
        </Button>
      </Group>
      <DeleteDialog opened={asking} userId={user.id} isGuest={user.isGuest} onClose={() => setAsking(false)} />
    </PageFrame>
  );
}
