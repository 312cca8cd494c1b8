import { useState } from 'react';
import { hasRight } from '@earworm/rules';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { type ModeratorMark, moderatorMark } from '../../platform/storage/game-marks.js';
import { useSession } from '../../platform/session/session.js';
import page from '../../shared/ui/full-page.module.css';
import { useOwnId } from '../../shared/live/use-rights.js';
import { useGame } from '../../shared/live/use-game.js';
import { Mark } from '../../shared/ui/mark.js';
import { PageTitle } from '../../shared/ui/page.js';
import { t } from './texts.js';
import { Button } from '../../shared/controls/button.js';

function Refused({ text, deskOf = null }: { text: string; deskOf?: string | null }) {
  return (
    <div className={page.page}>
      <h1 className={page.title}>{t('rejoinError')}</h1>
      <p className={page.text} role="alert">
        {text}
      </p>
      <div className={page.actions}>
        {deskOf !== null && (
          <Button component={Link} to={`/game/${deskOf}`}>
            {t('openDesk')}
          </Button>
        )}
        <Button component={Link} to="/" variant={deskOf === null ? 'filled' : 'default'}>
          {t('backHome')}
        </Button>
      </div>
    </div>
  );
}

function Ready({ gameId, mark }: { gameId: string; mark: ModeratorMark }) {
  const { state, send } = useGame(gameId, 'moderator');
  const userId = useOwnId();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (state.connection === 'closed') return <Refused text={t('cannotRejoin')} />;

  const rejoin = async () => {
    setBusy(true);
    setProblem(null);
    // A member who cannot judge now has nothing to take up: the desk opens all the same.
    const mayJudge = state.view === null || hasRight(state.view, userId, 'judge');
    const isIn = !mayJudge || (await send({ type: 'rejoinAsModerator' })).ok;
    setBusy(false);
    if (isIn) await navigate(`/game/${gameId}`, { replace: true });
    else setProblem(t('rejoinFailed'));
  };

  return (
    <div className={page.page}>
      <Mark className={page.mark} />
      <h1 className={page.title}>{t('rejoinTitle')}</h1>
      <p className={page.text}>{t('rejoinReady')}</p>
      <p className={page.text}>{t('rejoinAs', { name: mark.moderatorName })}</p>
      <p className={page.problem} role="alert">
        {problem}
      </p>
      <div className={page.actions}>
        <Button size="lg" loading={busy} onClick={() => void rejoin()}>
          {t('rejoinNow')}
        </Button>
        <Button size="lg" variant="default" component={Link} to="/">
          {t('backHome')}
        </Button>
      </div>
    </div>
  );
}

function Decided() {
  const { gameId } = useParams();
  const hasAccount = useSession((session) => session.user?.isGuest === false);
  if (!gameId) return <Refused text={t('gameIdMissing')} />;
  const mark = moderatorMark(gameId);
  if (mark) return <Ready gameId={gameId} mark={mark} />;
  // The server knows whose desk it is, whichever device asks.
  return <Refused text={t('notAuthorized')} deskOf={hasAccount ? gameId : null} />;
}

export function ModeratorRejoinPage() {
  return (
    <>
      <PageTitle text={t('rejoinTitle')} />
      <Decided />
    </>
  );
}
