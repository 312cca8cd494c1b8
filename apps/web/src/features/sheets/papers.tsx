import type { ShowFacts, ShowLogo } from '@earworm/contracts';
import { memo } from 'react';
import { CrewCard, type MadeCard } from './crew-card.js';
import { RoomSheet } from './room-sheet.js';
import type { PerPage, ReadyRoom, Wifi } from './sheet-kinds.js';
import styles from './sheets.module.css';

interface RoomPapersProps {
  readonly pages: readonly (readonly ReadyRoom[])[];
  readonly perPage: PerPage;
  readonly facts: ShowFacts;
  readonly logo: ShowLogo | null;
  readonly origin: string;
  readonly wifi: Wifi;
}

/** One element is one page of the printer. */
export const RoomPapers = memo(function RoomPapers({ pages, perPage, facts, logo, origin, wifi }: RoomPapersProps) {
  const network = wifi.name.trim() === '' ? null : { ...wifi, name: wifi.name.trim() };
  return pages.map((rooms) => (
    <section key={rooms[0]?.roomId} className={styles.paper} data-per-page={perPage}>
      {rooms.map((room) => (
        <RoomSheet key={room.roomId} room={room} facts={facts} logo={logo} origin={origin} wifi={network} />
      ))}
    </section>
  ));
});

interface CrewPapersProps {
  readonly pages: readonly (readonly MadeCard[])[];
  readonly perPage: PerPage;
  readonly facts: ShowFacts;
  readonly logo: ShowLogo | null;
  readonly operators: readonly string[];
}

/** Secret cards have pages of their own. */
export const CrewPapers = memo(function CrewPapers({ pages, perPage, facts, logo, operators }: CrewPapersProps) {
  return pages.map((cards) => (
    <section key={cards[0]?.room.roomId} className={styles.paper} data-per-page={perPage} data-secret>
      {cards.map((card) => (
        <CrewCard key={card.room.roomId} {...card} facts={facts} logo={logo} operators={operators} />
      ))}
    </section>
  ));
});
