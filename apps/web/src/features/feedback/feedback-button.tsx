import { UnstyledButton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { piece } from '../../app/piece.js';
import { useSession } from '../../app/session.js';
import { askToSignIn } from '../../app/sign-in-prompt.js';
import { t } from '../../i18n/t.js';
import styles from './feedback-button.module.css';

const FeedbackModal = piece(async () => (await import('./feedback-modal.js')).FeedbackModal);

/** Floats on every page of the shell. The form comes with the first press; what is typed stays when it is closed. */
export function FeedbackButton() {
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const open = async () => {
    if (useSession.getState().user === null && !(await askToSignIn())) return;
    setWanted(true);
    setOpened(true);
  };
  return (
    <>
      <UnstyledButton className={styles.button} data-feedback onClick={() => void open()}>
        <svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
          <path d="M4 5h16v11H9l-5 4z" strokeLinejoin="round" />
          <path d="M8.5 10.5h.01M12 10.5h.01M15.5 10.5h.01" strokeLinecap="round" strokeWidth="2.6" />
        </svg>
        <span className={styles.words}>{t('sendFeedback')}</span>
      </UnstyledButton>
      <Suspense>{wanted && <FeedbackModal opened={opened} onClose={() => setOpened(false)} />}</Suspense>
    </>
  );
}
