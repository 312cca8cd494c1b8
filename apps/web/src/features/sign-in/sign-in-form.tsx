import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useSession } from '../../platform/session/session.js';
import { adminHint, checkSignIn } from './checks.js';
import styles from './forms.module.css';
import { Notice } from './notice.js';
import { PasswordField } from './password-field.js';
import { t } from './texts.js';
import { useForm } from './use-form.js';

interface Props {
  readonly onSignedIn: () => void;
  readonly onForgot: () => void;
  readonly onNeedAccount: () => void;
}

export function SignInForm({ onSignedIn, onForgot, onNeedAccount }: Props) {
  const signIn = useSession((session) => session.signIn);
  const form = useForm({
    initial: { email: '', password: '' },
    check: checkSignIn,
    submit: async ({ email, password }) => {
      await signIn(email.trim(), password);
      onSignedIn();
    },
    failure: 'sign-in-failed',
    hint: adminHint,
  });
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <TextInput label={t('email')} type="email" autoComplete="email" {...form.field('email')} />
      <PasswordField label={t('password')} autoComplete="current-password" {...form.field('password')} />
      <Notice tone="bad" text={form.refusal} />
      <Button type="submit" variant="default" loading={form.busy} fullWidth>
        {t('signIn')}
      </Button>
      <div className={styles.others}>
        <UnstyledButton className={styles.other} onClick={onForgot}>
          {t('forgot')}
        </UnstyledButton>
        <UnstyledButton className={styles.other} onClick={onNeedAccount}>
          {t('needAccount')}
        </UnstyledButton>
      </div>
    </form>
  );
}
