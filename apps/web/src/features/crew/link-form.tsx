import { Button } from '@mantine/core';
import { type ErrorCode, RefusedError, type RouteReply } from '@earworm/contracts';
import { needsDesk } from '@earworm/rules';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { messageOf } from '../../platform/i18n/t.js';
import { authErrorText } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { useGuestSignIn } from '../../platform/session/use-guest-sign-in.js';
import { keepModeratorMark, keepPreferredName, preferredName } from '../../platform/storage/game-marks.js';
import { markOwnRooms } from '../../platform/storage/session-marks.js';
import { RightChips } from '../../shared/crew/rights-field.js';
import { CodeBadge } from '../../shared/invite/code-badge.js';
import { Form, FormError } from '../../shared/ui/form.js';
import { NameField } from '../../shared/ui/name-field.js';
import page from '../../shared/ui/full-page.module.css';
import { AgainIn } from '../../shared/ui/use-now.js';
import styles from './crew-page.module.css';
import { t } from './texts.js';

export type Looked = RouteReply<'lookAtCrewLink'>;

interface LinkFormProps {
  readonly link: string;
  readonly looked: Looked;
}

/** `code`: null when signing in failed. */
interface Failure {
  readonly code: ErrorCode | null;
  readonly text: string;
}

export function LinkForm({ link, looked }: LinkFormProps) {
  const { gameId, gameCode, moderatorName: moderator, purpose, rights, status, room } = looked;
  const isBack = purpose === 'way-back';
  const navigate = useNavigate();
  const isSignedIn = useSession(({ user }) => user !== null);
  const [name, setName] = useState(() => preferredName() || (isBack ? moderator : ''));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const join = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const used = await http.call('useCrewLink', { body: { link, name } });
      keepPreferredName(name);
      const isDesk = needsDesk(used.rights);
      const userId = useSession.getState().user?.id;
      if (room && userId !== undefined) markOwnRooms(userId);
      if (isDesk) keepModeratorMark(gameId, { moderatorName: moderator, gameCode, userId });
      await navigate(isDesk && status === 'setup' ? `/setup/${gameId}` : `/game/${gameId}`, { replace: true });
    } catch (error) {
      const { code, params } = error instanceof RefusedError ? error : new RefusedError('unavailable');
      setFailure({ code, text: messageOf(code, params) });
    } finally {
      setBusy(false);
    }
  };
  const guest = useGuestSignIn({
    onSignedIn: () => void join(),
    onFailed: (error) => setFailure({ code: null, text: authErrorText(error, 'guest-failed') }),
  });
  const submit = () => {
    if (name.trim() === '') setFailure({ code: 'name-required', text: messageOf('name-required') });
    else if (isSignedIn) void join();
    else guest.start();
  };

  return (
    <div className={page.page}>
      <h1 className={page.title}>
        {room ? t('roomTitle', room) : t(isBack ? 'wayBackTitle' : 'coHostTitle', { moderator })}
      </h1>
      {room && (
        <p className={page.text} dir="auto">
          {room.showName}
        </p>
      )}
      <p className={styles.code}>
        <CodeBadge code={gameCode} />
      </p>
      <div className={styles.tasks}>
        <RightChips rights={rights} />
      </div>
      <p className={page.text}>
        {t(needsDesk(rights) ? 'seesAnswers' : 'playsToo')} {t('oneUse')}
      </p>
      <Form className={styles.form} onSubmit={submit}>
        <NameField label={t('name')} value={name} onChange={setName} />
        <FormError>{failure?.code === 'leave-seat-first' ? t('leaveSeatText') : failure?.text}</FormError>
        {guest.nextAt !== null && (
          <>
            <p role="status">{messageOf('guest-wait')}</p>
            <AgainIn at={guest.nextAt} />
          </>
        )}
        {failure?.code === 'leave-seat-first' && (
          <Button component={Link} to={`/game/${gameId}`} size="lg" variant="default" fullWidth>
            {t('toSeat')}
          </Button>
        )}
        <Button type="submit" size="lg" fullWidth loading={busy || guest.asking}>
          {t(isBack ? 'backToDesk' : 'runRoom')}
        </Button>
      </Form>
    </div>
  );
}
