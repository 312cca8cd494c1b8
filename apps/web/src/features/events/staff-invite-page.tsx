import { Button } from '@mantine/core';
import { RefusedError } from '@earworm/contracts';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { askToSignIn } from '../../platform/session/sign-in-prompt.js';
import { useLinkOfPage } from '../../shared/crew/use-link-of-page.js';
import { FormError } from '../../shared/ui/form.js';
import page from '../../shared/ui/full-page.module.css';
import { PageTitle } from '../../shared/ui/page.js';
import { t } from './texts.js';

const LINK = /^([0-9a-f-]{36})\.([\w-]{43})$/;

/** /event-staff#<id>.<secret>: one tap joins the staff. Opening it alone changes nothing. */
export function StaffInvitePage() {
  const link = useLinkOfPage();
  const [, inviteId, secret] = LINK.exec(link ?? '') ?? [];
  return (
    <>
      <PageTitle text={t('joinTitle')} />
      {inviteId === undefined || secret === undefined ? (
        <Shown title={t('joinMissing')} text={t('joinMissingText')} />
      ) : (
        <Join key={inviteId} inviteId={inviteId} secret={secret} />
      )}
    </>
  );
}

function Join({ inviteId, secret }: { inviteId: string; secret: string }) {
  const navigate = useNavigate();
  const isGuest = useSession(({ user }) => user === null || user.isGuest);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const join = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { showId } = await http.call('joinStaff', { body: { inviteId, secret } });
      await navigate(`/events/${showId}`, { replace: true });
    } catch (error) {
      setFailure(errorText(error instanceof RefusedError ? error : new RefusedError('unavailable')));
    }
    setBusy(false);
  };
  return (
    <Shown title={t('joinTitle')} text={t(isGuest ? 'joinAccount' : 'joinText')}>
      <FormError>{failure}</FormError>
      {isGuest ? (
        <Button onClick={() => void askToSignIn()}>{t('signIn')}</Button>
      ) : (
        <Button loading={busy} onClick={() => void join()}>
          {t('joinYes')}
        </Button>
      )}
    </Shown>
  );
}

const Shown = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className={page.page}>
    <h1 className={page.title}>{title}</h1>
    <p className={page.text}>{text}</p>
    <div className={page.actions}>
      {children}
      <Button component={Link} to="/" variant="default">
        {t('home')}
      </Button>
    </div>
  </div>
);
