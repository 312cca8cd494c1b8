import { Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { t as shared } from '../../platform/i18n/t.js';
import { errorText, notify } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Form, FormError } from '../../shared/ui/form.js';
import styles from './account.module.css';
import { t } from './texts.js';

interface Props {
  readonly opened: boolean;
  readonly userId: string;
  readonly isGuest: boolean;
  readonly onClose: () => void;
}

export function DeleteDialog({ opened, userId, isGuest, onClose }: Props) {
  const navigate = useNavigate();
  const signOut = useSession((session) => session.signOut);
  const [keepsTemplates, setKeepsTemplates] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const erase = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      await http.call('eraseMe', { body: { userId, keepsTemplates } });
      await signOut();
      await navigate('/');
      await notify(t('deleted'), 'success');
    } catch (error) {
      setRefusal(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('deleteTitle')}>
      <Form className={styles.stack} onSubmit={erase}>
        <p>{t('deleteLead')}</p>
        <section>
          <h3>{t('goes')}</h3>
          <ul>
            <li>{isGuest ? t('goesGuest') : t('goesAccount')}</li>
            <li>{t('goesGames')}</li>
            <li>{t('goesName')}</li>
            <li>{t('goesFeedback')}</li>
          </ul>
        </section>
        <section>
          <h3>{t('stays')}</h3>
          <ul>
            <li>{t('staysScores')}</li>
            <li>{t('staysFeedback')}</li>
            <li>{t('staysBackups')}</li>
          </ul>
        </section>
        <Checkbox
          label={t('keepTemplates')}
          description={t('keepTemplatesHint')}
          checked={keepsTemplates}
          onChange={({ currentTarget }) => setKeepsTemplates(currentTarget.checked)}
        />
        <FormError>{refusal}</FormError>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            {shared('cancel')}
          </Button>
          <Button type="submit" data-tone="wrong" loading={busy}>
            {t('deleteNow')}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
