import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useSession } from '../../platform/session/session.js';
import { checkSignUp } from './checks.js';
import styles from './forms.module.css';
import { Notice } from './notice.js';
import { NameField } from '../../shared/ui/name-field.js';
import { PasswordField } from './password-field.js';
import { t } from './texts.js';
import { useForm } from './use-form.js';

interface Props {
  readonly onSignedIn: () => void;
  readonly onHaveAccount: () => void;
}

export function SignUpForm({ onSignedIn, onHaveAccount }: Props) {
  const signUp = useSession((session) => session.signUp);
  const form = useForm({
    initial: { displayName: '', email: '', password: '', confirm: '' },
    check: checkSignUp,
    submit: async ({ displayName, email, password }) => {
      await signUp(displayName.trim(), email.trim(), password);
      onSignedIn();
    },
    failure: 'sign-up-failed',
  });
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <NameField
        autoFocus
        label={t('displayName')}
        {...form.field('displayName')}
        onChange={(name) => form.setField('displayName', name)}
      />
      <TextInput label={t('email')} type="email" autoComplete="email" {...form.field('email')} />
      <PasswordField label={t('password')} autoComplete="new-password" {...form.field('password')} />
      <PasswordField label={t('confirmPassword')} autoComplete="new-password" {...form.field('confirm')} />
      <Notice tone="bad" text={form.refusal} />
      <Button type="submit" loading={form.busy} fullWidth>
        {t('createAccount')}
      </Button>
      <div className={styles.others}>
        <UnstyledButton className={styles.other} onClick={onHaveAccount}>
          {t('haveAccount')}
        </UnstyledButton>
      </div>
    </form>
  );
}
