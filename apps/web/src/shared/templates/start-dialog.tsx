import { textsOf } from '../../platform/i18n/texts.js';
import { Button } from '@mantine/core';
import { newId } from '@earworm/client';
import { useRef, useState } from 'react';
import { keepPreferredName, preferredName } from '../../platform/storage/game-marks.js';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { messageOf } from '../../platform/i18n/t.js';
import styles from './start-dialog.module.css';
import { useOpenSetup } from '../live/use-open-setup.js';
import { Dialog } from '../ui/dialog.js';
import { Form, FormError } from '../ui/form.js';
import { NameField } from '../ui/name-field.js';
import { CopyFirst, PublicAnswers } from './public-answers.js';

const t = textsOf('startTemplate', {
  startTitle: 'Start a game from this template',
  moderatorName: 'Moderator Name',
  moderatorPlaceholder: 'Shown to your players',
  startYes: 'Create Game',
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
  const openSetup = useOpenSetup();
  // Kept until accepted: a repeated press creates one game.
  const requestId = useRef(newId());

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

  return (
    <Dialog opened={opened} onClose={onClose} title={t('startTitle')}>
      <Form className={styles.stack} onSubmit={start}>
        {isPublic && (
          <PublicAnswers>
            <CopyFirst
              templateId={templateId}
              disabled={busy === 'start'}
              onRun={(runs) => setBusy(runs ? 'copy' : null)}
              onRefusal={setRefusal}
            />
          </PublicAnswers>
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
