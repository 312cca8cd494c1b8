import { Button, TextInput } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useSession } from '../../platform/session/session.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import styles from './admin-auth-test-page.module.css';
import { adminHint, checkSignIn } from './checks.js';
import forms from './forms.module.css';
import { Notice } from './notice.js';
import { OneErrorAtATime } from './one-error.js';
import { PasswordField } from './password-field.js';
import { t } from './texts.js';
import { useForm } from './use-form.js';

export function AdminAuthTestPage() {
  const user = useSession((session) => session.user);
  return (
    <PageFrame title={t('testTitle')} lead={t('testLead')} narrow>
      <OneErrorAtATime>
        <TestForm />
      </OneErrorAtATime>
      <section className={styles.outcome} aria-label={t('testOutcome')} role="status">
        <h2>{t('testOutcome')}</h2>
        {user ? (
          <dl className={styles.facts}>
            <dt>{t('testName')}</dt>
            <dd>{user.name}</dd>
            <dt>{t('testUserId')}</dt>
            <dd>{user.id}</dd>
            <dt>{t('testRoles')}</dt>
            <dd>{user.roles.join(', ') || t('testNoRoles')}</dd>
            <dt>{t('testVerdict')}</dt>
            <dd className={styles.verdict} data-admin={user.isAdmin}>
              {user.isAdmin ? t('testIsAdmin') : t('testNoAdmin')}
            </dd>
          </dl>
        ) : (
          <p className={forms.hint}>{t('testNobody')}</p>
        )}
        {user?.isAdmin && (
          <Button component={Link} to="/analytics" variant="default">
            {t('testGoOn')}
          </Button>
        )}
      </section>
    </PageFrame>
  );
}

function TestForm() {
  const signIn = useSession((session) => session.signIn);
  const form = useForm({
    initial: { email: '', password: '' },
    check: (typed) => checkSignIn(typed),
    submit: ({ email, password }) => signIn(email.trim(), password),
    failure: 'sign-in-failed',
    hint: adminHint,
  });
  return (
    <form className={`${forms.form} ${styles.form}`} onSubmit={form.onSubmit} noValidate>
      <TextInput label={t('email')} type="email" autoComplete="email" {...form.field('email')} />
      <PasswordField label={t('password')} autoComplete="current-password" {...form.field('password')} />
      <Notice tone="bad" text={form.refusal} />
      <Button type="submit" loading={form.busy} fullWidth>
        {t('testSignIn')}
      </Button>
    </form>
  );
}
