import { useEffect, useEffectEvent } from 'react';
import type { GameClient } from '@earworm/client';
import type { LastVerdictView } from '@earworm/rules';

/**
 * For a page that reconnects with a snapshot: a restarted gateway has no earlier events, so a verdict of that second
 * is only in the snapshot.
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
