import { useEffect, useEffectEvent } from 'react';
import type { GameClient } from '@earworm/client';
import type { LastVerdictView } from '@earworm/rules';

/**
 * Calls the handler when a page comes back to the game and its snapshot holds a verdict that the page has not seen. A gateway
 * that has just started has no events of before, so who was away for a second while a release was put in place gets a snapshot.
 */
export function useMissedVerdict(client: GameClient, handler: (verdict: LastVerdictView) => void): void {
  const latest = useEffectEvent(handler);
  useEffect(() => {
    let seen = client.state;
    return client.subscribe(() => {
      const before = seen;
      seen = client.state;
      const last = seen.view?.lastVerdict;
      const isBack = before.view !== null && before.logId === seen.logId;
      const isSnapshot = seen.counters.snapshots > before.counters.snapshots;
      if (isBack && isSnapshot && last && last.version > before.version) latest(last);
    });
  }, [client]);
}
