import { Button } from '@mantine/core';
import type { RoomNow, ShowCard } from '@earworm/contracts';
import { memo } from 'react';
import { useTranslator } from '../../platform/i18n/texts.js';
import styles from './control-room.module.css';
import { Age, timeOfDay } from './times.js';
import { type Act, actName, actNames, roomTitle, sentenceOf, t, titleOf } from './texts.js';
import { reasonsIn, useCardActs, useIsMine } from './use-acts.js';

interface Props {
  readonly showId: string;
  readonly card: ShowCard;
  /** Of its rooms as they are now. */
  readonly found: ReturnType<typeof reasonsIn>;
  readonly mayAct: boolean;
  readonly timeZone: string;
  /** @param at where something is done about it; without it the room is only shown */
  onOpen(room: RoomNow, at?: Act): void;
  onShowGroup(card: ShowCard): void;
  onSnooze(card: ShowCard): void;
}

/** A frame leaves rooms that have not changed the same objects. */
const isSame = ({ found: before, ...one }: Props, { found: after, ...other }: Props): boolean =>
  (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === other[name]) &&
  before.length === after.length &&
  before.every(({ room }, n) => room === after[n]?.room);

/** What needs attention in one room, or in several that probably have one cause. */
export const CardItem = memo(function CardItem({ showId, card, found, mayAct, timeZone, ...on }: Props) {
  useTranslator();
  const room = found[0]?.room;
  const { claim, snooze, common } = card;
  const acts = (mayAct && found[0]?.reason.acts) || [];
  const [best, ...others] = acts;
  const also = actNames(common === undefined ? others : acts);
  const help = found.find(({ reason }) => reason.kind === 'help')?.reason.facts['text'];
  return (
    <li className={styles.card} data-kind={card.kind}>
      <div className={styles.cardHead}>
        <h3 dir="auto">{titleOf(card, room)}</h3>
        <Age since={card.since} className={styles.cardAge} />
      </div>
      <p className={styles.kind}>{t(`kind_${card.kind}`)}</p>
      {common === undefined ? (
        found.map(({ reason }) => <p key={reason.kind}>{sentenceOf(reason)}</p>)
      ) : (
        <>
          <p>{t('together')}</p>
          <p className={styles.note}>{[...new Set(found.map(({ room: each }) => roomTitle(each)))].join(' · ')}</p>
        </>
      )}
      {typeof help === 'string' && help !== '' && (
        <blockquote className={styles.quote} dir="auto">
          {help}
        </blockquote>
      )}
      {room && common === undefined && room.group !== '' && <p className={styles.note}>{room.group}</p>}
      {claim && <Claim card={card} />}
      {snooze && (
        <p className={styles.note}>
          {t('waitsUntil', { time: timeOfDay(snooze.until, timeZone), reason: snooze.reason, name: snooze.name })}
        </p>
      )}
      {also !== '' && <p className={styles.note}>{t(common === undefined ? 'orElse' : 'helps', { acts: also })}</p>}
      <div className={styles.acts}>
        {room && common === undefined && best !== undefined && best !== 'open-room' && (
          <Button data-tone="now" onClick={() => on.onOpen(room, best)}>
            {actName(best)}
          </Button>
        )}
        {mayAct && <Acts showId={showId} card={card} onSnooze={on.onSnooze} />}
        {common === undefined ? (
          room && (
            <Button variant="default" onClick={() => on.onOpen(room)}>
              {t('openRoom')}
            </Button>
          )
        ) : (
          <Button variant="default" onClick={() => on.onShowGroup(card)}>
            {t('showRooms')}
          </Button>
        )}
      </div>
    </li>
  );
}, isSame);

function Claim({ card }: { card: ShowCard }) {
  const isMine = useIsMine(card);
  const { claim } = card;
  if (claim === undefined) return null;
  return (
    <p className={styles.claim} data-mine={isMine || undefined}>
      <b>{isMine ? t('youAreOnIt') : t('isOnIt', { name: claim.name })}</b> <Age since={claim.at} />
    </p>
  );
}

function Acts({ showId, card, onSnooze }: Pick<Props, 'showId' | 'card' | 'onSnooze'>) {
  const acts = useCardActs(showId, card);
  const isMine = useIsMine(card);
  const { claim } = card;
  return (
    <>
      {isMine ? (
        <Button variant="default" loading={acts.busy} onClick={() => void acts.letGo()}>
          {t('letGo')}
        </Button>
      ) : (
        <Button className={claim ? undefined : styles.take} loading={acts.busy} onClick={() => void acts.take()}>
          {claim ? t('takeFrom', { name: claim.name }) : t('onIt')}
        </Button>
      )}
      {card.snooze ? (
        <Button variant="default" onClick={() => void acts.endSnooze()}>
          {t('snoozeEnd')}
        </Button>
      ) : (
        <Button variant="default" onClick={() => onSnooze(card)}>
          {t('snooze')}
        </Button>
      )}
    </>
  );
}
