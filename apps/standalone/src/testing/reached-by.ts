import type { ClientState, GameClient } from '@earworm/client';

/** Against what hangs. */
export const WITHIN_MS = 60_000;

/**
 * Resolves once the state of a client fulfils a condition. Not by polling: hundreds of clients that look every tenth of a
 * second would slow down the server that runs in the same process.
 */
export const reachedBy = (client: GameClient, isReached: (state: ClientState) => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = () => {
      if (!isReached(client.state)) return;
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = client.subscribe(look);
    // eslint-disable-next-line no-restricted-syntax -- only against what hangs
    const timer = setTimeout(() => {
      stop();
      const { view: _, ...state } = client.state;
      reject(new Error(`a client did not get on within ${WITHIN_MS} ms: ${JSON.stringify(state)}`));
    }, WITHIN_MS);
    look();
  });
