import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Arrival, type ArrivalState, createArrival } from '@earworm/client';
import { socketUrl } from '../../platform/http/http.js';

export interface JoinSocket extends ArrivalState {
  readonly arrival: Arrival;
}

/** The socket of this form: it finds the game and takes the seat. It opens with the first look-up. */
export function useJoinSocket(): JoinSocket {
  const [arrival] = useState(() => createArrival({ url: socketUrl() }));
  useEffect(() => () => arrival.close(), [arrival]);
  const state = useSyncExternalStore(arrival.subscribe, () => arrival.state);
  return { arrival, ...state };
}
