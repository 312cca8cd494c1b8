import type { RoomResult, RouteReply, ShowDetail } from '@earworm/contracts';
import { useEffect, useRef, useState } from 'react';
import { http } from '../../platform/http/http.js';
import { whenAllowed } from '../../platform/http/when-allowed.js';
import { errorText } from '../../platform/notifications/notify.js';
import { fileNameOf, saveBlob } from '../../shared/ui/save-file.js';
import type { RoomGames } from './results-rows.js';
import { t } from './results-texts.js';

type Page = RouteReply<'listResults'>;

/** Reads all results in pages and saves them as one file. `done`: rooms that were read. */
export function useResults({ showId, facts }: Pick<ShowDetail, 'showId' | 'facts'>, onSaved: () => void) {
  const [done, setDone] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** Counts up: closing the dialog ends the run. */
  const run = useRef(0);
  useEffect(() => () => void run.current++, []);

  const save = async () => {
    const own = ++run.current;
    const isOver = () => own !== run.current;
    setRunning(true);
    setFailure(null);
    setDone(0);
    try {
      const { ResultsZip } = await import('./results-zip.js');
      const zip = new ResultsZip(facts);
      let room: [RoomResult, ...RoomResult[]] | null = null;
      let after: Page['next'] = null;
      do {
        const query: { after?: string } = after === null ? {} : { after };
        const read = () => http.call('listResults', { params: { showId }, query });
        const page: Page | undefined = await whenAllowed(read, { isOver, onWaiting: setWaiting });
        if (page === undefined) return;
        for (const entry of page.games) {
          if (room?.[0].room.roomId === entry.room.roomId) room.push(entry);
          else {
            if (room !== null) zip.add(room satisfies RoomGames);
            room = [entry];
            setDone((rooms) => rooms + 1);
          }
        }
        after = page.next;
      } while (after !== null);
      if (room !== null) zip.add(room);
      if (isOver()) return;
      saveBlob(`${[fileNameOf(facts.name), t('fileName')].filter(Boolean).join('-')}.zip`, zip.end());
      onSaved();
    } catch (error) {
      if (!isOver()) setFailure(errorText(error));
    }
    if (!isOver()) setRunning(false);
  };
  return { done, isRunning, isWaiting, failure, save };
}
