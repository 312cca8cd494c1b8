import { textsOf } from '../../platform/i18n/texts.js';
import { Button } from '@mantine/core';
import { newId } from '@earworm/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { keepPreferredName, preferredName } from '../../platform/storage/game-marks.js';
import { http } from '../../platform/http/http.js';
import { notify, errorText } from '../../platform/notifications/notify.js';
import { messageOf } from '../../platform/i18n/t.js';
import styles from './start-dialog.module.css';
import { useOpenSetup } from '../live/use-open-setup.js';
import { Dialog } from '../ui/dialog.js';
import { Form, FormError, NameField } from '../ui/form.js';

const t = textsOf('startTemplate', {
  startTitle: 'Start a game from this template',
  publicAnswers: 'Anyone can see the answers in this template',
  copyPrivately: 'Make a private copy first',
  moderatorName: 'Moderator Name',
  moderatorPlaceholder: 'Shown to your players',
  startYes: 'Create Game',
  copied: 'A copy was saved to My Templates.',
});

interface Props {
  readonly templateId: string;
  /** Its answers are public, unlike those of a copy. */
  readonly isPublic: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function StartDialog({ templateId, isPublic, opened, onClose }: Props) {
  const [name, setName] = useState(preferredName);
  const [problem, setProblem] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState<'start' | 'copy' | null>(null);
  const navigate = useNavigate();
  const openSetup = useOpenSetup();
  const queries = useQueryClient();
  // Kept until accepted: a repeated press creates one game.
  const requestId = useRef(newId());
  const copyId = useRef(newId());

  const start = async () => {
    const moderatorName = name.trim();
    setRefusal(null);
    if (moderatorName === '') return setProblem(messageOf('name-required'));
    setBusy('start');
    try {
      keepPreferredName(moderatorName);
      const body = { requestId: requestId.current, moderatorName };
      const game = await http.call('startTemplate', { params: { templateId }, body });
      await openSetup(game, moderatorName);
    } catch (error) {
      setRefusal(errorText(error, 'create-failed'));
      setBusy(null);
    }
  };

  const copyFirst = async () => {
    setRefusal(null);
    setBusy('copy');
    try {
      await http.call('copyTemplate', { params: { templateId }, body: { copyId: copyId.current } });
      await queries.invalidateQueries({ queryKey: ['templates'] });
      await notify(t('copied'), 'success');
      await navigate(`/template/edit/${copyId.current}`);
    } catch (error) {
      setRefusal(errorText(error));
      setBusy(null);
    }
  };

  return (
    <Dialog opened={opened} onClose={onClose} title={t('startTitle')}>
      <Form className={styles.stack} onSubmit={start}>
        {isPublic && (
          <div className={styles.warning}>
            <p>{t('publicAnswers')}</p>
            <Button
              variant="default"
              size="compact-md"
              loading={busy === 'copy'}
              disabled={busy === 'start'}
              onClick={() => void copyFirst()}
            >
              {t('copyPrivately')}
            </Button>
          </div>
        )}
        <NameField
          label={t('moderatorName')}
          name="moderatorName"
          placeholder={t('moderatorPlaceholder')}
          data-autofocus
          value={name}
          error={problem}
          onChange={(value) => {
            setName(value);
            setProblem(null);
          }}
        />
        <FormError>{refusal}</FormError>
        <Button type="submit" size="lg" loading={busy === 'start'} disabled={busy === 'copy'}>
          {t('startYes')}
        </Button>
      </Form>
    </Dialog>
  );
}
