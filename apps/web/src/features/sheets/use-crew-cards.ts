import { defaultWaitOf, RefusedError } from '@earworm/contracts';
import { useEffect, useRef, useState } from 'react';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { crewLink } from '../../shared/invite/join-link.js';
import type { MadeCard } from './crew-card.js';
import type { ReadyRoom } from './sheet-kinds.js';

export interface FailedCard {
  readonly room: ReadyRoom;
  readonly why: string;
}

const SECOND_MS = 1_000;

/** Links for the moderators of rooms, one after the other. They are only in this page's memory. */
export function useCrewCards(showId: string, origin: string) {
  const [cards, setCards] = useState<readonly MadeCard[]>([]);
  const [failed, setFailed] = useState<readonly FailedCard[]>([]);
  const [isRunning, setRunning] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  /** Another one ends the run before; undefined once the page is left. */
  const run = useRef(0);
  useEffect(() => () => void run.current++, []);

  const make = async (rooms: readonly ReadyRoom[]) => {
    const own = ++run.current;
    const isOver = () => own !== run.current;
    setRunning(true);
    setFailed([]);
    for (const room of rooms) {
      let tries = true;
      while (tries && !isOver()) {
        tries = false;
        try {
          const params = { showId, roomId: room.roomId };
          const { linkId, secret, expiresAt } = await http.call('createRoomLink', { params });
          if (!isOver()) setCards((before) => [...before, { room, link: crewLink(origin, linkId, secret), expiresAt }]);
        } catch (error) {
          if (error instanceof RefusedError && error.code === 'limit-requests') {
            setWaiting(true);
            await passed(secondsOf(error) * SECOND_MS);
            setWaiting(false);
            tries = true;
          } else if (!isOver()) setFailed((before) => [...before, { room, why: errorText(error) }]);
        }
      }
      if (isOver()) return;
    }
    setRunning(false);
  };
  return {
    cards,
    failed,
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
