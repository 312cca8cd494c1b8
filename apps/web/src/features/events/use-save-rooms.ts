import type { RoomRow } from '@earworm/contracts';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useRereadShows } from '../../shared/shows/use-show.js';
import { rowPages } from './row-pages.js';

/** Sends rows in pages. Sent again after a failure, no room is created twice. */
export function useSaveRooms(showId: string) {
  const reread = useRereadShows();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  /** Whether all rows were saved. */
  const run = async (rows: readonly RoomRow[]): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    setDone(0);
    let problem: string | null = null;
    try {
      let sent = 0;
      for (const page of rowPages(rows)) {
        await http.call('saveRooms', { params: { showId }, body: { rows: page } });
        sent += page.length;
        setDone(sent);
      }
    } catch (error) {
      problem = errorText(error);
    }
    await reread();
    setFailure(problem);
    setBusy(false);
    return problem === null;
  };
  return { busy, done, failure, run };
}
