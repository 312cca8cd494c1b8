import { Button } from '@mantine/core';
import { RefusedError } from '@earworm/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { publicHttp } from '../../platform/http/http.js';
import { messageOf, t as shared } from '../../platform/i18n/t.js';
import { notify, notifyError } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { useLinkOfPage } from '../../shared/crew/use-link-of-page.js';
import { copyText } from '../../shared/ui/copy-text.js';
import page from '../../shared/ui/full-page.module.css';
import { PageSpinner, PageTitle } from '../../shared/ui/page.js';
import { LinkForm, type Looked } from './link-form.js';
import { t } from './texts.js';

/** /crew#<id>.<secret>: what a link gives, and one tap that uses it. Opening it alone changes nothing. */
export function CrewPage() {
  const link = useLinkOfPage();
  return (
    <>
      <PageTitle text={t('title')} />
      {link === null ? (
        <Problem title={t('missingTitle')} text={t('missingText')} />
      ) : (
        <LinkOf key={link} link={link} />
      )}
    </>
  );
}

function LinkOf({ link }: { link: string }) {
  const [looked, setLooked] = useState<Looked | RefusedError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [wasSelf, setWasSelf] = useState(false);
  const isSignedIn = useSession(({ user }) => user !== null);
  useEffect(() => {
    let isStale = false;
    publicHttp.call('lookAtCrewLink', { body: { link } }).then(
      (found) => !isStale && setLooked(found),
      (error: unknown) =>
        !isStale && setLooked(error instanceof RefusedError ? error : new RefusedError('unavailable')),
    );
    return () => void (isStale = true);
  }, [link, attempt]);

  if (looked === null) return <PageSpinner />;
  if (looked instanceof RefusedError) {
    const isLost = looked.code === 'crew-link-unknown' || looked.code === 'game-not-found';
    const again = () => {
      setLooked(null);
      setAttempt(attempt + 1);
    };
    return (
      <Problem title={t('failedTitle')} text={messageOf(looked.code, looked.params)}>
        {!isLost && <Button onClick={again}>{shared('again')}</Button>}
      </Problem>
    );
  }
  const { state, status, moderatorName: moderator } = looked;
  if (status === 'completed') return <Problem title={t('over', { moderator })} text={messageOf('game-ended')} />;
  if (state === 'open' || (state === 'used' && wasSelf)) return <LinkForm link={link} looked={looked} />;
  const mayBeOwn = state === 'used' && isSignedIn;
  return (
    <Problem title={t(state)} text={mayBeOwn ? t('usedByYou') : messageOf(`crew-link-${state}`)}>
      {mayBeOwn && <Button onClick={() => setWasSelf(true)}>{t('usedYes')}</Button>}
      <AskForNew link={link} looked={looked} />
    </Problem>
  );
}

/** Also copies a message for the moderator, to be sent the way that the link came. */
function AskForNew({ link, looked }: { link: string; looked: Looked }) {
  const { gameCode: code, moderatorName: moderator, state } = looked;
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    // Within the press, or the browser refuses the clipboard.
    const text = t(state === 'suspended' ? 'askBackText' : 'askText', { code });
    const isCopied = await copyText(text);
    let shown = isCopied ? t('askCopied', { moderator }) : text;
    if (state === 'used' || state === 'expired') {
      try {
        await publicHttp.call('askForCrewLink', { body: { link } });
        shown = `${t('asked')} ${shown}`;
      } catch (error) {
        await notifyError(error);
      }
    }
    await notify(shown, isCopied ? 'success' : 'info');
    setBusy(false);
  };
  return (
    <Button variant="default" loading={busy} onClick={() => void ask()}>
      {t(state === 'suspended' ? 'askBack' : 'askNew')}
    </Button>
  );
}

function Problem({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={page.page}>
      <h1 className={page.title}>{title}</h1>
      <p className={page.text} role="alert">
        {text}
      </p>
      <div className={page.actions}>
        {children}
        <Button component={Link} to="/" variant="default">
          {t('home')}
        </Button>
      </div>
    </div>
  );
}
