import { newId } from '@earworm/client';
import { messageOf } from '../../platform/i18n/t.js';
import { useRef, useState } from 'react';
import { keepPreferredName } from '../../platform/storage/game-marks.js';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { signedInOrGuest } from '../../platform/session/sign-in-prompt.js';
import styles from './forms.module.css';
import { t } from './texts.js';
import { useOwnName } from './use-join.js';
import { useOpenSetup } from '../../shared/live/use-open-setup.js';
import { Form, FormError } from '../../shared/ui/form.js';
import { NameField } from '../../shared/ui/name-field.js';
import { StorageNote } from '../../shared/ui/storage-note.js';
import { Button } from '../../shared/controls/button.js';

type Quiz = 'empty' | 'starter';

export function CreateForm() {
  const [name, setName] = useOwnName();
  const [problem, setProblem] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState<Quiz | null>(null);
  const openSetup = useOpenSetup();
  // One id per request until it has succeeded: a repeated press after a lost answer creates one game.
  const requestIds = useRef(new Map<string, string>());

  const create = async (quiz: Quiz) => {
    const moderatorName = name.trim();
    const wish = `${quiz} ${moderatorName}`;
    const requestId = requestIds.current.get(wish) ?? newId();
    requestIds.current.set(wish, requestId);
    const game = await http.call('createGame', { body: { requestId, moderatorName, quiz } });
    requestIds.current.delete(wish);
    await openSetup(game, moderatorName);
  };

  const submit = async (quiz: Quiz) => {
    setRefusal(null);
    setProblem(name.trim() ? null : messageOf('name-required'));
    if (!name.trim() || busy) return;
    setBusy(quiz);
    try {
      keepPreferredName(name.trim());
      if (await signedInOrGuest('sign-in-to-create', '/?create')) await create(quiz);
    } catch (error) {
      setRefusal(errorText(error, 'create-failed'));
    } finally {
      setBusy(null);
    }
  };

  return (
    <Form className={styles.form} onSubmit={() => submit('empty')}>
      <NameField
        label={t('moderatorName')}
        name="moderatorName"
        placeholder={t('moderatorPlaceholder')}
        enterKeyHint="go"
        value={name}
        error={problem}
        onChange={(value) => {
          setName(value);
          setProblem(null);
        }}
      />
      <StorageNote audience="host" />
      <FormError>{refusal}</FormError>
      <Button type="submit" size="lg" fullWidth loading={busy === 'empty'}>
        {t('createGame')}
      </Button>
      <p className={styles.hint}>{t('createHint')}</p>
      <div className={styles.or}>{t('or')}</div>
      <Button
        data-tip="starter"
        variant="default"
        size="lg"
        fullWidth
        loading={busy === 'starter'}
        onClick={() => void submit('starter')}
      >
        {t('starter')}
      </Button>
      <p className={styles.hint}>{t('starterHint')}</p>
    </Form>
  );
}
