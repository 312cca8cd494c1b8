import { Alert, Anchor, Button, Skeleton } from '@mantine/core';
import { isGameId, type GameView } from '@earworm/rules';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { useSession } from '../../../platform/session/session.js';
import { messageOf } from '../../../platform/i18n/t.js';
import { nextPicker, onlinePlayers } from '../../../shared/live/round.js';
import { Connecting } from '../../../shared/live/connecting.js';
import { useGame } from '../../../shared/live/use-game.js';
import { EmptyState } from '../../../shared/ui/empty-state.js';
import { ResultDialog } from '../../../shared/game-result/result-dialog.js';
import { figure } from '../../../platform/i18n/numbers.js';
import { PageFrame } from '../../../shared/ui/page-frame.js';
import { Scoreboard } from '../../../shared/ui/scoreboard.js';
import { closeReason, ConnectionAlert } from './connection-alert.js';
import { ObservedBoard } from './observed-board.js';
import { CrewActs } from './crew-acts.js';
import styles from './operations-page.module.css';
import { t } from './texts.js';

export function ObservePage() {
  const { gameId = '' } = useParams();
  const { state } = useLocation() as { state: { search?: string } | null };
  return (
    <>
      <Anchor
        component={Link}
        to={{ pathname: '/admin/operations', search: state?.search ?? '' }}
        className={styles.back}
      >
        ← {t('back')}
      </Anchor>
      {isGameId(gameId) ? (
        <Observed key={gameId} gameId={gameId} />
      ) : (
        <PageFrame title={t('title')}>
          <EmptyState title={messageOf('invalid-game-id')} hint={t('invalidHint')} />
        </PageFrame>
      )}
    </>
  );
}

function Observed({ gameId }: { gameId: string }) {
  const game = useGame(gameId, 'observer');
  const { state } = game;
  const { view, connection, closedBy, presence } = state;
  if (view === null) {
    return (
      <PageFrame title={t('title')}>
        {connection === 'closed' ? (
          <EmptyState title={t('gone')} hint={closedBy === 'game-not-found' ? t('goneHint') : closeReason(closedBy)} />
        ) : (
          <Connecting game={game} audience="host" within="titled">
            <div role="status" aria-label={t('loading')}>
              <Skeleton height={320} radius="lg" mt="md" />
            </div>
          </Connecting>
        )}
      </PageFrame>
    );
  }
  const online = onlinePlayers(view, presence);
  return (
    <PageFrame
      title={t('observing', { code: view.gameCode })}
      lead={[
        t(view.status),
        `${t('moderator')}: ${view.moderatorName}${view.moderatorLeft ? ` (${t('away')})` : ''}`,
        t('players', { count: view.playerCount }),
        ...(online !== null ? [t('online', { count: online })] : []),
      ].join(' · ')}
    >
      <ConnectionAlert game={game} outdated={t('gameOutdated')} />
      <Alert color="cyan" mb="md">
        {t('readOnly')}
      </Alert>
      <CrewActs game={view} />
      {view.status !== 'setup' && <Results gameId={gameId} />}
      <div className={styles.observed}>
        <Now view={view} />
        <section className={styles.card} aria-label={t('scores')}>
          <h2 className={styles.heading}>{t('scores')}</h2>
          <Scoreboard leaders={view.leaders} nowId={view.current?.queue[0]?.playerId} />
        </section>
        <ObservedBoard view={view} />
      </div>
    </PageFrame>
  );
}

function Results({ gameId }: { gameId: string }) {
  const userId = useSession((session) => session.user?.id ?? '');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" mb="md" onClick={() => setOpened(true)}>
        {t('results')}
      </Button>
      <ResultDialog gameId={opened ? gameId : null} userId={userId} onClose={() => setOpened(false)} />
    </>
  );
}

function Now({ view }: { view: GameView }) {
  const { current, categories } = view;
  const picker = view.status === 'playing' ? nextPicker(view) : null;
  const category = categories.find(({ id }) => id === current?.categoryId);
  const question = category?.questions.find(({ id }) => id === current?.questionId);
  return (
    <section className={styles.card} aria-label={t('now')}>
      <h2 className={styles.heading}>{t('now')}</h2>
      {!current || !question ? (
        <p>{picker === null ? t('between') : t('nextPick', { name: picker })}</p>
      ) : (
        <>
          <p
            className={styles.question}
          >{`${category?.name ?? ''} · ${t('points', { count: question.points, n: figure(question.points) })}`}</p>
          {question.secret && <p>{`${t('answer')}: ${question.secret.answer}`}</p>}
          <h3 className={styles.subheading}>{t('queue')}</h3>
          {current.queue.length === 0 && <p>{t('nobodyWaits')}</p>}
          <ol>
            {current.queue.map(({ playerId, name }) => (
              <li key={playerId}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
