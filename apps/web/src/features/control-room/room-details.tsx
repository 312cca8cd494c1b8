import { Anchor, Button } from '@mantine/core';
import type { RoomNow } from '@earworm/contracts';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { figure } from '../../platform/i18n/numbers.js';
import styles from './control-room.module.css';
import { lookOf } from './found-rooms.js';
import { Age, timeOfDay } from './times.js';
import { actNames, memberText, roomTitle, sentenceOf, t } from './texts.js';

interface Props {
  readonly showId: string;
  readonly room: RoomNow;
  readonly timeZone: string;
  readonly mayAct: boolean;
  /** Counts up each time that the user opens it; undefined while it may be hidden. */
  readonly opened: number | undefined;
  readonly children?: ReactNode;
  onClose(): void;
}

/** One room, with everything that its status tells. */
export function RoomDetails({ showId, room, timeZone, mayAct, opened, children, onClose }: Props) {
  const { question = 0, questions = 0, connected = 0, seated = 0, members = [] } = room;
  const place = useRef<HTMLElement>(null);
  // Below hundreds of tiles it would be out of sight.
  const shown = useRef<number>(undefined);
  useEffect(() => {
    if (opened === undefined || opened === shown.current) return;
    shown.current = opened;
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [opened]);
  const { leader, lastActionAt, slowestBuzzMs, song } = room;
  const facts: (readonly [string, ReactNode])[] = [
    [t('state'), t(`look_${lookOf(room)}`)],
    [t('question'), t('questionOf', { n: figure(question), all: figure(questions) })],
    [t('leader'), leader ? t('leaderOf', { name: leader.name, points: figure(leader.points) }) : t('none')],
    [t('players'), t('playersOf', { connected: figure(connected), seated: figure(seated) })],
    [t('crew'), members.length === 0 ? t('none') : members.map(memberText).join(' · ')],
    [t('lastAction'), lastActionAt === undefined ? t('none') : <Age since={lastActionAt} />],
    [t('slowest'), slowestBuzzMs === undefined ? t('none') : t('ms', { n: figure(slowestBuzzMs) })],
    [t('song'), song === undefined ? t('none') : t(`song_${song}`)],
    [t('start'), timeOfDay(room.startsAt, timeZone)],
    [t('code'), room.gameCode ?? t('none')],
  ];
  return (
    <section ref={place} className={styles.details} aria-label={t('details', { number: String(room.number) })}>
      <div className={styles.cardHead}>
        <h2 dir="auto">{roomTitle(room)}</h2>
        <Button variant="subtle" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
      {room.reasons.map((reason) => (
        <div key={reason.kind}>
          <p>
            <b>{t(`kind_${reason.kind}`)}</b> <Age since={reason.since} />: {sentenceOf(reason)}
          </p>
          {mayAct && actNames(reason.acts) !== '' && (
            <p className={styles.note}>{t('helps', { acts: actNames(reason.acts) })}</p>
          )}
        </div>
      ))}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {room.gameId !== undefined && (
        <Anchor
          component={Link}
          to={`/events/${showId}/rooms/${room.roomId}/games/${room.gameId}/stage`}
          target="_blank"
          underline="always"
        >
          {t('stage')}
        </Anchor>
      )}
      {children}
    </section>
  );
}
