import { Button } from '@mantine/core';
import type { MyRoom } from '@earworm/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { keepModeratorMark } from '../../platform/storage/game-marks.js';
import { markOwnRooms } from '../../platform/storage/session-marks.js';
import { adviceAbout, t as advice } from '../../shared/crew/advice-texts.js';
import { CodeBadge } from '../../shared/invite/code-badge.js';
import { startIn, zoneName } from '../../shared/shows/show-times.js';
import { EmptyState, Failed } from '../../shared/ui/empty-state.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import { CallForHelp } from './call-for-help.js';
import styles from './my-rooms-page.module.css';
import { t } from './my-rooms-texts.js';

/** Games start and end meanwhile. */
const AGAIN_MS = 30_000;
const STEPS = ['Before', 'Play', 'End'] as const;

/** Rooms that the user runs at events. */
export function MyRoomsPage() {
  const userId = useSession(({ user }) => user?.id ?? '');
  const query = useQuery({
    queryKey: ['my-rooms', userId],
    queryFn: () => http.call('listMyRooms'),
    refetchInterval: AGAIN_MS,
  });
  const [helped, callFor] = useState<string | null>(null);
  const rooms = query.data?.rooms;
  const hasRooms = rooms !== undefined && rooms.length > 0;
  useEffect(() => {
    if (hasRooms) markOwnRooms(userId);
  }, [hasRooms, userId]);
  return (
    <PageFrame title={t('title')} lead={t('lead')}>
      {rooms === undefined &&
        (query.isError ? (
          <Failed title={t('failed')} hint={errorText(query.error)} query={query} />
        ) : (
          <Skeletons label={t('loading')} count={2} height={160} className={styles.list} />
        ))}
      {rooms?.length === 0 && (
        <EmptyState
          title={t('none')}
          hint={t('noneHint')}
          action={
            <Button component={Link} to="/" variant="default">
              {t('home')}
            </Button>
          }
        />
      )}
      {hasRooms && (
        <>
          <ul className={styles.list} aria-label={t('title')}>
            {rooms.map((room) => (
              <RoomCard key={room.roomId} room={room} onHelp={() => callFor(room.gameId)} />
            ))}
          </ul>
          <WhatToDo />
        </>
      )}
      {helped !== null && <CallForHelp gameId={helped} onClose={() => callFor(null)} />}
    </PageFrame>
  );
}

function RoomCard({ room, onHelp }: { room: MyRoom; onHelp: () => void }) {
  const { number, name, group, showName, place, startsAt, timeZone, status, gameId, gameCode, hasDesk } = room;
  const navigate = useNavigate();
  const userId = useSession(({ user }) => user?.id);
  const isOver = status === 'completed';
  const words = !hasDesk ? 'openGame' : isOver ? 'openOver' : status === 'setup' ? 'openSetup' : 'openDesk';
  const open = async () => {
    if (hasDesk) keepModeratorMark(gameId, { moderatorName: room.moderatorName, gameCode, userId });
    await navigate(hasDesk && status === 'setup' ? `/setup/${gameId}` : `/game/${gameId}`);
  };
  return (
    <li className={styles.room} data-status={status}>
      <div>
        <p className={styles.event} dir="auto">
          {[showName, place, group].filter((part) => part !== '').join(' · ')}
        </p>
        <h2 className={styles.title} dir="auto">
          {t('roomTitle', { number, name })}
        </h2>
        <p>{t('when', { time: startIn(startsAt, timeZone), zone: zoneName(timeZone) })}</p>
        <p className={styles.status}>
          <b>{t(`status_${status}`)}</b>
          {!isOver && (
            <span className={styles.code}>
              {t('code')} <CodeBadge code={gameCode} />
            </span>
          )}
        </p>
      </div>
      <div className={styles.acts}>
        <Button
          size="lg"
          variant={isOver ? 'default' : 'filled'}
          aria-label={t('openNamed', { what: t(words), number, name })}
          onClick={() => void open()}
        >
          {t(words)}
        </Button>
        {hasDesk && !isOver && (
          <Button variant="default" aria-label={t('helpNamed', { number, name })} onClick={onHelp}>
            {t('help')}
          </Button>
        )}
      </div>
    </li>
  );
}

function WhatToDo() {
  return (
    <div className={styles.advice}>
      <section aria-labelledby="steps">
        <h2 id="steps">{t('stepsTitle')}</h2>
        <ol>
          {STEPS.map((step) => (
            <li key={step}>
              <b>{t(`step${step}`)}</b>
              <p>{t(`step${step}Text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="wrong">
        <h2 id="wrong">{advice('wrongTitle')}</h2>
        <dl>
          {adviceAbout(['Help', 'Device', 'Song', 'Verdict']).map(({ what, title, text }) => (
            <div key={what}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
