import { createGameClient } from '@earworm/client';
import { socketUrl } from '../../platform/http/http.js';
import { getToken, useSession } from '../../platform/session/session.js';
import { createClientRegistry } from './client-registry.js';
import { deskIdOfTab } from './desk-id.js';
import { renewPage } from './renew-page.js';
import { stageKeyIn } from '../invite/join-link.js';

export const clients = createClientRegistry((gameId, as, entered) =>
  createGameClient({
    url: socketUrl(),
    gameId,
    as,
    token: getToken,
    entered,
    ...(as === 'moderator' ? { desk: deskIdOfTab() } : {}),
    ...(as === 'stage' ? { stageKey: stageKeyIn(location.hash) ?? undefined } : {}),
  }),
);

// A guest who becomes an account keeps the user id: the game continues with the account's token.
useSession.subscribe(({ user }, before) => {
  if (user !== null && user.id === before.user?.id && user.isGuest !== before.user.isGuest) clients.renewTokens();
});

renewPage({ states: () => clients.all().map(({ state }) => state), reload: () => location.reload() });

// Phones drop sockets in the background; returning must not wait for the backoff.
addEventListener('pageshow', clients.nudgeAll);
addEventListener('online', clients.nudgeAll);
addEventListener('offline', clients.nudgeAll);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') clients.nudgeAll();
});
