import { defaultWaitOf, RefusedError, SHOW_LIMITS } from '@earworm/contracts';
import { useEffect, useRef, useState } from 'react';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { crewLink } from '../../shared/invite/join-link.js';
import type { MadeCard } from './crew-card.js';
import { pagesOf, type ReadyRoom } from './sheet-kinds.js';

const SECOND_MS = 1_000;

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
    const add = async (page: readonly ReadyRoom[]) => {
      const body = { roomIds: page.map(({ roomId }) => roomId), renew };
      const { links } = await http.call('createRoomLinks', { params: { showId }, body });
      if (isOver()) return;
      const made = new Map(links.map((link) => [link.roomId, link]));
      const added = page.flatMap((room) => {
        const link = made.get(room.roomId);
        return link ? [{ room, link: crewLink(origin, link.linkId, link.secret), expiresAt: link.expiresAt }] : [];
      });
      setCards((before) => [...before, ...added]);
    };
    setRunning(true);
    setFailure(null);
    const pages = pagesOf(rooms, SHOW_LIMITS.linksPerRequest);
    for (let page = 0; page < pages.length && !isOver();) {
      try {
        await add(pages[page]!);
        page += 1;
      } catch (error) {
        if (isOver()) return;
        if (!(error instanceof RefusedError) || error.code !== 'limit-requests') {
          setFailure(errorText(error));
          break;
        }
        setWaiting(true);
        await passed(secondsOf(error) * SECOND_MS);
        setWaiting(false);
      }
    }
    if (!isOver()) setRunning(false);
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

const secondsOf = ({ code, params }: RefusedError): number => Number(params.n ?? defaultWaitOf(code) ?? 1);

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
