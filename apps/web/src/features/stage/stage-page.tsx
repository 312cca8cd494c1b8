import { useState } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router-dom';
import { messageOf, t as shared } from '../../platform/i18n/t.js';
import { hasDesk, isGameId, type GameView } from '@earworm/rules';
import { PageTitle, Spinner } from '../../shared/ui/page.js';
import { Connecting, LostConnection } from '../../shared/live/connecting.js';
import { useGame, type LiveGame } from '../../shared/live/use-game.js';
import { useOwnId } from '../../shared/live/use-rights.js';
import { useGameSounds } from '../../shared/live/use-sounds.js';
import { CodeBadge, JoinAddress } from '../../shared/invite/code-badge.js';
import { AnnouncementStrip } from '../../shared/announcements/announcement-strip.js';
import { JoinQr } from '../../shared/invite/qr-dialog.js';
import { Announcer } from '../../shared/ui/screen-reader.js';
import { Scoreboard } from '../../shared/ui/scoreboard.js';
import { rowsThatFit } from './rows-that-fit.js';
import { StageLobby } from './stage-lobby.js';
import { StageEnd, type StageEndProps } from './stage-end.js';
import styles from './stage-page.module.css';
import { StageRound } from './stage-round.js';
import { StageTools } from './stage-tools.js';
import { t } from './texts.js';
import { standingOf, teamId } from '../../shared/live/standing.js';
import { markOf } from '../../shared/teams/team-mark.js';
import { useWakeLock } from '../../shared/ui/use-wake-lock.js';
import { Visitor } from './visitor.js';
import { Button } from '../../shared/controls/button.js';

/** /stage/:gameId, the projector. It gets no answer before the verdict. */
export function StagePage() {
  const { gameId = '' } = useParams();
  if (!isGameId(gameId)) return <Dead message={messageOf('invalid-game-id')} />;
  return (
    <Visitor>
      <Stage key={gameId} gameId={gameId} />
    </Visitor>
  );
}

function Stage({ gameId }: { gameId: string }) {
  const game = useGame(gameId, 'stage');
  const { view, connection, closedBy } = game.state;
  const userId = useOwnId();
  const isModerator = view !== null && hasDesk(view, userId);
  const { hash } = useLocation();
  const awake = useWakeLock();
  useGameSounds(game.client);
  const [result, setResult] = useState<string | null>(null);
  if (connection === 'closed')
    return <Dead message={closedBy === 'forbidden' ? t('forbidden') : messageOf(closedBy ?? 'unavailable')} />;
  if (!view)
    return (
      <Connecting game={game} audience="host">
        <Spinner />
      </Connecting>
    );
  // Follows the players; the link's key is valid for their next game.
  if (view.next !== null) return <Navigate to={{ pathname: `/stage/${view.next}`, hash }} replace />;
  return (
    <main className={styles.stage} data-status={view.status} data-testid="stage">
      <title>{`${view.gameCode} · Earworm`}</title>
      {connection !== 'online' && (
        <div className={styles.lost}>
          <LostConnection game={game} audience="host">
            <p role="status">{t('reconnecting')}</p>
          </LostConnection>
        </div>
      )}
      <AnnouncementStrip view={view} clockOffsetMs={game.state.clockOffsetMs} className={styles.announcement} />
      <Scene game={game} view={view} onResult={setResult} />
      {view.status !== 'setup' && (
        <Announcer polite announcement={result === null ? null : { id: view.completedAt ?? 0, text: result }} />
      )}
      <StageTools gameId={isModerator ? gameId : null} awake={awake} />
    </main>
  );
}

interface SceneProps {
  readonly game: LiveGame;
  readonly view: GameView;
  readonly onResult: StageEndProps['onResult'];
}

function Scene({ game, view, onResult }: SceneProps) {
  const { leaders, playerCount } = standingOf(view);
  const rows = rowsThatFit(leaders, playerCount);
  const hidden = playerCount - rows;
  const first = view.current?.queue[0];
  const nowId = first?.team === undefined ? first?.playerId : teamId(first.team);
  switch (view.status) {
    case 'setup':
      return <StageLobby view={view} />;
    case 'completed':
      return <StageEnd view={view} clockOffsetMs={game.state.clockOffsetMs} onResult={onResult} />;
    case 'playing':
      return (
        <div className={styles.playing}>
          <StageRound game={game} view={view} />
          <aside className={styles.side}>
            <section className={styles.join}>
              {view.joiningLocked ? (
                <p className={styles.address}>{t('joiningClosed')}</p>
              ) : (
                <>
                  <JoinQr game={view} className={styles.qr} />
                  <div>
                    <span className={styles.address}>
                      {t('joinAt')}{' '}
                      <span className={styles.whole}>
                        <JoinAddress />
                      </span>
                    </span>
                    <span className={styles.code}>
                      <CodeBadge code={view.gameCode} />
                    </span>
                  </div>
                </>
              )}
            </section>
            <section className={styles.scores}>
              <Scoreboard leaders={leaders} nowId={nowId} rows={rows} mark={view.teams && markOf} />
              {hidden > 0 && <p className={styles.more}>{t('more', { count: hidden })}</p>}
            </section>
          </aside>
        </div>
      );
  }
}

function Dead({ message }: { message: string }) {
  return (
    <main className={styles.dead}>
      <PageTitle text={t('title')} />
      <h1 role="alert">{message}</h1>
      <Button component={Link} to="/" size="lg">
        {shared('backHome')}
      </Button>
    </main>
  );
}
