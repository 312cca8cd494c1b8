import { isErrorCode } from '@earworm/contracts';
import { useState } from 'react';
import { messageOf } from '../../platform/i18n/t.js';
import { useTranslator } from '../../platform/i18n/texts.js';
import { useSession } from '../../platform/session/session.js';
import { closeSignIn, useSignInPrompt } from '../../platform/session/sign-in-prompt.js';
import styles from './forms.module.css';
import { GuestButton } from './guest-button.js';
import { NewPasswordForm } from './new-password-form.js';
import { Notice } from './notice.js';
import { OneErrorAtATime } from './one-error.js';
import { RedirectButton } from './redirect-button.js';
import { ResetForm } from './reset-form.js';
import { SignInForm } from './sign-in-form.js';
import { SignUpForm } from './sign-up-form.js';
import { t } from './texts.js';
import { Dialog } from '../../shared/ui/dialog.js';

type Mode = 'signIn' | 'signUp' | 'reset' | 'newPassword';
const TITLES = {
  signIn: 'titleSignIn',
  signUp: 'titleSignUp',
  reset: 'titleReset',
  newPassword: 'titleNewPassword',
} as const;

export function SignInModal() {
  useTranslator();
  const { open, why, resetToken, signUp, wanted, guestError } = useSignInPrompt();
  const offersGuest = useSession((session) => session.user?.isGuest !== true);
  const [chosen, setMode] = useState<Mode | null>(null);
  const [passwordSet, setPasswordSet] = useState(false);
  const mode = chosen ?? (resetToken ? 'newPassword' : signUp ? 'signUp' : 'signIn');

  const close = (signedIn: boolean) => {
    closeSignIn(signedIn);
    setMode(null);
    setPasswordSet(false);
  };
  const signedIn = () => close(true);

  return (
    <Dialog opened={open} onClose={() => close(false)} title={t(TITLES[mode])}>
      <div className={styles.modal}>
        <Notice
          tone="info"
          text={mode === 'reset' || why === null ? null : isErrorCode(why) ? messageOf(why) : t(`why_${why}`)}
        />
        <Notice tone="good" text={passwordSet ? t('passwordSet') : null} />
        <OneErrorAtATime key={mode}>
          {mode === 'signIn' && (
            <>
              {offersGuest && (
                <>
                  <GuestButton onSignedIn={signedIn} failure={chosen === null ? guestError : undefined} />
                  <div className={styles.or}>{t('or')}</div>
                </>
              )}
              <SignInForm
                wanted={wanted}
                onSignedIn={signedIn}
                onForgot={() => setMode('reset')}
                onNeedAccount={() => setMode('signUp')}
              />
              <RedirectButton wanted={wanted} />
            </>
          )}
          {mode === 'signUp' && (
            <>
              <SignUpForm onSignedIn={signedIn} onHaveAccount={() => setMode('signIn')} />
              {offersGuest && (
                <>
                  <div className={styles.or}>{t('or')}</div>
                  <GuestButton onSignedIn={signedIn} quiet />
                </>
              )}
            </>
          )}
          {mode === 'reset' && <ResetForm onBack={() => setMode('signIn')} />}
          {mode === 'newPassword' && resetToken && (
            <NewPasswordForm
              token={resetToken}
              onSet={() => {
                setPasswordSet(true);
                setMode('signIn');
              }}
            />
          )}
        </OneErrorAtATime>
      </div>
    </Dialog>
  );
}
