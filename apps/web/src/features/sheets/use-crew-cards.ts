import { SHOW_LIMITS } from '@earworm/contracts';
import { useEffect, useRef, useState } from 'react';
import { http } from '../../platform/http/http.js';
import { whenAllowed } from '../../platform/http/when-allowed.js';
import { errorText } from '../../platform/notifications/notify.js';
import { crewLink } from '../../shared/invite/join-link.js';
import type { MadeCard } from './crew-card.js';
import { pagesOf, type ReadyRoom } from './sheet-kinds.js';

/** Links for the moderators of rooms, in pages. They are only in this page's memory. */
export function useCrewCards(showId: string, origin: string) {
  const [cards, setCards] = useState<readonly MadeCard[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  /** Counts up: another one, or leaving the page, ends the run before. */
  const run = useRef(0);
  useEffect(() => () => void run.current++, []);

  /** @param renew revokes earlier unused links of these rooms */
  const make = async (rooms: readonly ReadyRoom[], renew: boolean) => {
    const own = ++run.current;
    const isOver = () => own !== run.current;
    setRunning(true);
    setFailure(null);
    try {
      for (const page of pagesOf(rooms, SHOW_LIMITS.linksPerRequest)) {
        const body = { roomIds: page.map(({ roomId }) => roomId), renew };
        const create = () => http.call('createRoomLinks', { params: { showId }, body });
        const reply = await whenAllowed(create, { isOver, onWaiting: setWaiting });
        if (reply === undefined || isOver()) return;
        const made = new Map(reply.links.map((link) => [link.roomId, link]));
        const added = page.flatMap((room) => {
          const link = made.get(room.roomId);
          return link ? [{ room, link: crewLink(origin, link.linkId, link.secret), expiresAt: link.expiresAt }] : [];
        });
        setCards((before) => [...before, ...added]);
      }
    } catch (error) {
      setFailure(errorText(error));
    }
    setRunning(false);
  };
  return {
    cards,
    failure,
    isRunning,
    isWaiting,
    make,
    stop: () => {
      run.current++;
      setRunning(false);
    },
  };
}
