import { Button } from '@mantine/core';
import { useSession } from '../../platform/session/session.js';
import { checkNewPassword } from './checks.js';
import styles from './forms.module.css';
import { Notice } from './notice.js';
import { PasswordField } from './password-field.js';
import { t } from './texts.js';
import { useForm } from './use-form.js';

export function NewPasswordForm({ token, onSet }: { token: string; onSet: () => void }) {
  const confirmReset = useSession((session) => session.confirmReset);
  const form = useForm({
    initial: { password: '', confirm: '' },
    check: checkNewPassword,
    submit: async ({ password }) => {
      await confirmReset(token, password);
      onSet();
    },
    failure: 'auth-failed',
  });
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <PasswordField data-autofocus label={t('newPassword')} autoComplete="new-password" {...form.field('password')} />
      <PasswordField label={t('confirmPassword')} autoComplete="new-password" {...form.field('confirm')} />
      <Notice tone="bad" text={form.refusal} />
      <Button type="submit" loading={form.busy} fullWidth>
        {t('setPassword')}
      </Button>
    </form>
  );
}
