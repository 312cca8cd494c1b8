import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../platform/session/session.js';
import { checkReset } from './checks.js';
import styles from './forms.module.css';
import { Notice } from './notice.js';
import { t } from './texts.js';
import { useForm } from './use-form.js';

export function ResetForm({ onBack }: { onBack: () => void }) {
  const requestReset = useSession((session) => session.requestReset);
  const [sent, setSent] = useState<{ readonly byMail: boolean } | null>(null);
  const form = useForm({
    initial: { email: '' },
    check: checkReset,
    submit: async ({ email }) => {
      setSent(null);
      setSent({ byMail: await requestReset(email.trim()) });
    },
    failure: 'reset-failed',
  });
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <p className={styles.hint}>{t('resetHint')}</p>
      <TextInput autoFocus label={t('email')} type="email" autoComplete="email" {...form.field('email')} />
      <Notice tone="bad" text={form.refusal} />
      <Notice tone="good" text={sent && t('resetSent')} more={sent?.byMail === false ? t('noMailServer') : null} />
      <Button type="submit" loading={form.busy} fullWidth>
        {t('sendResetLink')}
      </Button>
      <div className={styles.others}>
        <UnstyledButton className={styles.other} onClick={onBack}>
          {t('backToSignIn')}
        </UnstyledButton>
      </div>
    </form>
  );
}
