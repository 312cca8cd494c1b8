import { createGameClient } from '@earworm/client';
import { SOCKET_PATH } from '@earworm/contracts';
import { getToken } from '../app/session.js';
import { createClientRegistry } from './client-registry.js';
import { stageKeyIn } from './stage-key.js';

const socketUrl = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${SOCKET_PATH}`;

export const clients = createClientRegistry((gameId, as) =>
  createGameClient({
    url: socketUrl(),
    gameId,
    as,
    token: getToken,
    ...(as === 'stage' ? { stageKey: stageKeyIn(location.hash) ?? undefined } : {}),
  }),
);

// Phones drop sockets while asleep or out of sight; coming back must not wait for the back-off.
addEventListener('pageshow', clients.nudgeAll);
addEventListener('online', clients.nudgeAll);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') clients.nudgeAll();
});
