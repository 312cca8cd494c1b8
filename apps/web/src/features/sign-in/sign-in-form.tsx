import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { type ErrorCode, RefusedError } from '@earworm/contracts';
import { useSession } from '../../platform/session/session.js';
import { adminHint, checkSignIn, singleSignOnHint } from './checks.js';
import styles from './forms.module.css';
import { Notice } from './notice.js';
import { PasswordField } from './password-field.js';
import { t } from './texts.js';
import { useForm } from './use-form.js';
import { useSingleSignOn } from './use-single-sign-on.js';

const isRefused = (error: unknown, code: ErrorCode) => error instanceof RefusedError && error.code === code;

interface Props {
  /** Where single sign-on leads back to. */
  readonly wanted: string | null;
  readonly onSignedIn: () => void;
  readonly onForgot: () => void;
  readonly onNeedAccount: () => void;
}

export function SignInForm({ wanted, onSignedIn, onForgot, onNeedAccount }: Props) {
  const signIn = useSession((session) => session.signIn);
  const singleSignOn = useSingleSignOn(wanted);
  const form = useForm({
    initial: { email: '', password: '' },
    check: (typed) => checkSignIn(typed, singleSignOn.leave !== null),
    submit: async ({ email, password }) => {
      try {
        await signIn(email.trim(), password);
      } catch (error) {
        // The password was right: the provider's own page has the next step.
        if (singleSignOn.leave !== null && isRefused(error, 'single-sign-on-needed')) return singleSignOn.leave();
        throw error;
      }
      onSignedIn();
    },
    failure: 'sign-in-failed',
    hint: singleSignOn.leave === null ? adminHint : singleSignOnHint,
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
