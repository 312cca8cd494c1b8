import { Button, Modal, TextInput } from '@mantine/core';
import { newId } from '@earworm/client';
import { NAME_MAX_LENGTH } from '@earworm/rules';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { keepModeratorMark, keepPreferredName, preferredName } from '../../platform/storage/browser-marks.js';
import { http } from '../../platform/http/http.js';
import { useSession } from '../../platform/session/session.js';
import { notify, sayError } from '../../platform/notifications/notify.js';
import { messageOf } from '../../platform/i18n/message.js';
import { t as shared } from '../../platform/i18n/t.js';
import styles from './start-dialog.module.css';
import { t } from './texts.js';

interface Props {
  readonly templateId: string;
  /** Published, so that its answers can be read in a copy. */
  readonly isPublic: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for what a game needs besides its board, and opens its setup. */
export function StartDialog({ templateId, isPublic, opened, onClose }: Props) {
  const [name, setName] = useState(preferredName);
  const [problem, setProblem] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState<'start' | 'copy' | null>(null);
  const navigate = useNavigate();
  const queries = useQueryClient();
  // The same id until it has worked: a second press after a lost answer gives the same game, not another.
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
      const { gameId, gameCode } = await http.call('startTemplate', { params: { templateId }, body });
      keepModeratorMark(gameId, { moderatorName, gameCode, userId: useSession.getState().user?.id });
      await navigate(`/setup/${gameId}`);
    } catch (error) {
      setRefusal(sayError(error, 'create-failed'));
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
      setRefusal(sayError(error));
      setBusy(null);
    }
  };

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('startTitle')}
      closeButtonProps={{ 'aria-label': shared('close') }}
    >
      <form
        className={styles.stack}
        noValidate
        onSubmit={(attempt: SubmitEvent) => {
          attempt.preventDefault();
          void start();
        }}
      >
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
        <TextInput
          label={t('moderatorName')}
          name="moderatorName"
          placeholder={t('moderatorPlaceholder')}
          maxLength={NAME_MAX_LENGTH}
          autoComplete="nickname"
          data-autofocus
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
        <Button type="submit" size="lg" loading={busy === 'start'} disabled={busy === 'copy'}>
          {t('startYes')}
        </Button>
      </form>
    </Modal>
  );
}
