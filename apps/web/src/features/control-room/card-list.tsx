import { Button } from '@mantine/core';
import type { RoomNow, ShowCard } from '@earworm/contracts';
import { byUrgency } from '@earworm/rules';
import { useMemo, useState } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { useSession } from '../../platform/session/session.js';
import { EmptyState } from '../../shared/ui/empty-state.js';
import { CardItem } from './card-item.js';
import styles from './control-room.module.css';
import { type Act, t } from './texts.js';
import { SnoozeDialog } from './snooze-dialog.js';
import { reasonsIn, snoozeCard } from './use-acts.js';

interface Props {
  readonly showId: string;
  readonly cards: ReadonlyMap<string, ShowCard>;
  readonly rooms: ReadonlyMap<string, RoomNow>;
  readonly mayAct: boolean;
  readonly timeZone: string;
  /** Those alone that the user is on. */
  readonly isMine: boolean;
  onOpen(room: RoomNow, at?: Act): void;
  onShowGroup(card: ShowCard): void;
}

/** When hundreds of rooms are stuck at once, no one reads the last of their cards. */
const CARDS_AT_ONCE = 30;

/** Those that began together by the numbers of their rooms. */
const byUrgencyAndNumber = (rooms: Props['rooms']) => {
  const numberOf = ({ rooms: [first] }: ShowCard) => (first && rooms.get(first.roomId)?.number) ?? Infinity;
  return (a: ShowCard, b: ShowCard): number => byUrgency(a, b) || numberOf(a) - numberOf(b) || (a.id < b.id ? -1 : 1);
};

/** The most urgent first; what can wait is below. */
export function CardList({ cards, rooms, isMine, ...props }: Props) {
  /** Here, because its card may become another one meanwhile. */
  const [snoozing, snooze] = useState<ShowCard | null>(null);
  const [most, setMost] = useState(CARDS_AT_ONCE);
  const me = useSession(({ user }) => user?.id);
  const list = useMemo(
    () => [...cards.values()].filter(({ claim }) => !isMine || claim?.userId === me).sort(byUrgencyAndNumber(rooms)),
    [cards, rooms, isMine, me],
  );
  const urgent = list.filter(({ snooze }) => snooze === undefined);
  const snoozed = list.filter(({ snooze }) => snooze !== undefined);
  const items = (some: readonly ShowCard[]) =>
    some
      .slice(0, most)
      .map((card) => (
        <CardItem key={card.id} card={card} found={reasonsIn(card, rooms)} onSnooze={snooze} {...props} />
      ));
  return (
    <>
      {urgent.length === 0 && (
        <EmptyState
          title={t(isMine ? 'nothingMine' : 'nothing')}
          hint={t(isMine ? 'nothingMineHint' : 'nothingHint')}
        />
      )}
      {urgent.length > 0 && (
        <ul className={styles.cards} aria-label={t(isMine ? 'mine' : 'needsYou')}>
          {items(urgent)}
        </ul>
      )}
      {urgent.length > most && (
        <Button variant="default" mt="md" onClick={() => setMost(most + CARDS_AT_ONCE)}>
          {t('moreCards', { n: figure(urgent.length - most) })}
        </Button>
      )}
      {snoozed.length > 0 && (
        <details className={styles.snoozed}>
          <summary>{t('counted', { name: t('snoozedCards'), n: snoozed.length })}</summary>
          <ul className={styles.cards} aria-label={t('snoozedCards')}>
            {items(snoozed)}
          </ul>
        </details>
      )}
      {snoozing && (
        <SnoozeDialog
          snooze={(wait) => snoozeCard(props.showId, snoozing, wait, cards.values())}
          onClose={() => snooze(null)}
        />
      )}
    </>
  );
}
