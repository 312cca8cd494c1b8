import { useCallback, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import type { ClientState, GameClient, SeenEvent } from '@earworm/client';
import type { Answer } from '@earworm/contracts';
import type { Command, Role } from '@earworm/rules';
import { busyDuring } from '../../platform/busy-control.js';
import { useSession } from '../../platform/session/session.js';
import { clients } from './clients.js';

export interface LiveGame {
  readonly state: ClientState;
  send(command: Command): Promise<Answer>;
  readonly client: GameClient;
}

const isBusyWith = ({ pending }: ClientState, command: Command): boolean =>
  pending.some((each) => each.command === command && each.isBusy === true);

/** Screens of one game and role share one connection. */
export function useGame(gameId: string, as: Role): LiveGame {
  // Another user has another seat and other rights.
  const userId = useSession((session) => session.user?.id ?? '');
  const client = clients.get(gameId, as, userId);
  useEffect(() => clients.hold(gameId, as, userId), [gameId, as, userId]);
  const subscribe = useCallback((listener: () => void) => client.subscribe(listener), [client]);
  const state = useSyncExternalStore(subscribe, () => client.state);
  // Stable, to avoid rendering.
  const send = useCallback(
    (command: Command) => busyDuring(client.send(command), () => isBusyWith(client.state, command)),
    [client],
  );
  return useMemo(() => ({ state, client, send }), [state, client, send]);
}

/** Live events only, not snapshots: for transient effects. */
export function useGameEvents(client: GameClient, handler: (events: readonly SeenEvent[]) => void): void {
  const latest = useEffectEvent(handler);
  useEffect(() => client.onEvents((events) => latest(events)), [client]);
}
