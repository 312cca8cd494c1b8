import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Arrival, ArrivalState } from '@earworm/client';
import { RefusedError } from '@earworm/contracts';
import { socketUrl } from '../../platform/http/http.js';

export interface JoinSocket extends ArrivalState {
  readonly arrival: Arrival;
}

/** The socket of this form: it finds the game and takes the seat. It opens with the first look-up. */
export function useJoinSocket(): JoinSocket {
  const [{ arrival, load }] = useState(loadArrival);
  // Not while it renders: the form comes first.
  useEffect(() => {
    load().catch(() => undefined);
    return () => arrival.close();
  }, [arrival, load]);
  const state = useSyncExternalStore(arrival.subscribe, () => arrival.state);
  return { arrival, ...state };
}

/** What the tap needs, and the socket before it. */
export const loadTap = () => import('./take-seat.js');

const USABLE: ArrivalState = { delay: null, isUsable: true };
const UNUSABLE: ArrivalState = { ...USABLE, isUsable: false };

/** The form works before the code of its socket is there; without it the way leads over HTTP. */
function loadArrival(): { readonly arrival: Arrival; readonly load: () => Promise<Arrival> } {
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  let loaded: Arrival | null = null;
  let isUsable = true;
  let loading: Promise<Arrival> | null = null;
  const load = () =>
    (loading ??= loadTap().then(
      ({ createArrival }) => {
        loaded = createArrival({ url: socketUrl() });
        loaded.subscribe(changed);
        return loaded;
      },
      () => {
        isUsable = false;
        changed();
        throw new RefusedError('unavailable');
      },
    ));
  const arrival: Arrival = {
    get state() {
      return loaded?.state ?? (isUsable ? USABLE : UNUSABLE);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    look: async (wanted) => (await load()).look(wanted),
    enter: async (...seat) => (await load()).enter(...seat),
    close: () => loaded?.close(),
  };
  return { arrival, load };
}
