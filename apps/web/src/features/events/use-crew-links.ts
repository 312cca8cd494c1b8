import { type Room, SHOW_LIMITS } from '@earworm/contracts';
import { useEffect, useRef, useState } from 'react';
import { http } from '../../platform/http/http.js';
import { whenAllowed } from '../../platform/http/when-allowed.js';
import { figure } from '../../platform/i18n/numbers.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useRereadShows } from '../../shared/shows/use-show.js';
import { t } from './crew-links-texts.js';

const IDLE = {
  ...{ isRunning: false, isWaiting: false, done: 0, all: 1 },
  result: null as string | null,
  failed: [] as readonly string[],
  failure: null as string | null,
};

/** Rooms of the same people together: then one mail has all links of a person. */
const byPeople = (a: Room, b: Room): number =>
  a.crewEmails.join(' ').localeCompare(b.crewEmails.join(' ')) || a.number - b.number;

/** Works in pages, as long as its component is shown. */
export function useCrewLinks(showId: string) {
  const [run, setRun] = useState(IDLE);
  const reread = useRereadShows();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => void (isGone.current = true);
  }, []);

  /** @param each handles a page and returns how many it has changed */
  async function inPages(
    rooms: readonly Room[],
    perPage: number,
    each: (roomIds: Room['roomId'][]) => Promise<number>,
    textOf: (changed: number) => string,
  ) {
    const pace = {
      isOver: () => isGone.current,
      onWaiting: (isWaiting: boolean) => setRun((before) => ({ ...before, isWaiting })),
    };
    setRun({ ...IDLE, isRunning: true, all: rooms.length });
    let changed = 0;
    try {
      for (let done = 0; done < rooms.length && !isGone.current; done += perPage) {
        const roomIds = rooms.slice(done, done + perPage).map(({ roomId }) => roomId);
        changed += (await whenAllowed(() => each(roomIds), pace)) ?? 0;
        setRun((before) => ({ ...before, done: Math.min(rooms.length, done + perPage) }));
      }
    } catch (error) {
      setRun((before) => ({ ...before, failure: errorText(error) }));
    }
    await reread();
    setRun((before) => ({
      ...before,
      isRunning: false,
      result: before.failure === null || changed > 0 ? textOf(changed) : null,
    }));
  }

  const mail = (rooms: readonly Room[], again: boolean) =>
    inPages(
      [...rooms].sort(byPeople),
      SHOW_LIMITS.mailedPerRequest,
      async (roomIds) => {
        const { sent, failed } = await http.call('mailRoomLinks', { params: { showId }, body: { roomIds, again } });
        if (failed.length > 0) setRun((before) => ({ ...before, failed: [...before.failed, ...failed] }));
        return sent;
      },
      (n) => t('sent', { count: n, n: figure(n) }),
    );
  const revoke = (rooms: readonly Room[]) =>
    inPages(
      rooms,
      SHOW_LIMITS.linksPerRequest,
      async (roomIds) => (await http.call('revokeRoomLinks', { params: { showId }, body: { roomIds } })).revoked,
      (n) => t('revoked', { count: n, n: figure(n) }),
    );
  return { run, mail, revoke };
}
