import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { RequireSession } from '../../shared/ui/guards.js';
import { authErrorText } from '../../platform/notifications/notify.js';
import { PageSpinner } from '../../shared/ui/page.js';
import { useSession } from '../../platform/session/session.js';
import { useGuestSignIn } from '../../platform/session/use-guest-sign-in.js';
import { messageOf, t as shared } from '../../platform/i18n/t.js';
import { stageKeyIn } from '../../shared/invite/join-link.js';
import { AgainIn } from '../../shared/ui/use-now.js';
import styles from './stage-page.module.css';
import { Button } from '../../shared/controls/button.js';

/** With the moderator's link a visitor becomes a guest without being asked. */
export function Visitor({ children }: { children: ReactNode }) {
  const { hash } = useLocation();
  return stageKeyIn(hash) === null ? <RequireSession>{children}</RequireSession> : <AsGuest>{children}</AsGuest>;
}

function AsGuest({ children }: { children: ReactNode }) {
  const isSignedOut = useSession((session) => session.user === null && !session.loading);
  const loading = useSession((session) => session.loading);
  const [failure, setFailure] = useState<string | null>(null);
  const { asking, nextAt, start } = useGuestSignIn({
    onFailed: (error) => setFailure(authErrorText(error, 'guest-failed')),
  });

  useEffect(() => {
    if (isSignedOut && failure === null && !asking && nextAt === null) start();
  }, [isSignedOut, failure, asking, nextAt, start]);

  if (failure !== null) {
    return (
      <main className={styles.dead}>
        <h1 role="alert">{failure}</h1>
        <Button size="lg" onClick={() => setFailure(null)}>
          {shared('again')}
        </Button>
      </main>
    );
  }
  if (isSignedOut && nextAt !== null) {
    return (
      <main className={styles.dead}>
        <h1 role="status">{messageOf('guest-wait')}</h1>
        <AgainIn at={nextAt} />
        <Button size="lg" loading={asking} onClick={start}>
          {shared('again')}
        </Button>
      </main>
    );
  }
  return isSignedOut || loading ? <PageSpinner /> : children;
}
