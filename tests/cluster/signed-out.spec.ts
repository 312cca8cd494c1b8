import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGameClient, createHttp, newId, type GameClient } from '@earworm/client';
import { RefusedError, type Tokens } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { Services } from '../harness/services.js';
import { leanSockets } from '../load/lean-socket.js';
import { socketUrl } from '../load/sockets.js';

const nats = await findNats();
if (nats === null) console.warn(`not run: signing out on a real NATS: ${NO_NATS}`);

(nats === null ? describe.skip : describe)('who signs out', () => {
  let services: Services;
  const clients: GameClient[] = [];

  beforeAll(async () => {
    if (nats !== null) services = await Services.start({ nats, gateways: 2, gameReplicas: 1 });
  }, 120_000);
  afterAll(async () => {
    for (const client of clients) client.close();
    await services?.close();
  }, 60_000);

  /** A browser with the tokens it was given, which it never renews. */
  function browser(gateway: 0 | 1, { access_token: accessToken }: Tokens) {
    const baseUrl = services.urls[gateway] ?? '';
    const token = () => Promise.resolve(accessToken);
    const http = createHttp({ baseUrl, token });
    return {
      http,
      isIn: () =>
        http.call('history').then(
          () => true,
          (error: unknown) => !(error instanceof RefusedError && error.code === 'token-expired'),
        ),
      enter(gameId: string, as: 'moderator' | 'player') {
        const client = createGameClient({
          ...{ url: socketUrl(baseUrl), gameId, as, token, WebSocket: leanSockets() },
        });
        clients.push(client);
        return client;
      },
    };
  }

  it('is out at every gateway at once, with the token in hand and its sockets, and stays in on another device', async () => {
    const door = createHttp({ baseUrl: services.urls[0] ?? '' });
    const account = { email: `${newId()}@example.org`, password: 'secret1' };
    const desk = await door.call('signUp', { body: { displayName: 'Ada', ...account } });
    const laptop = await door.call('signIn', { body: account });
    const [atDesk, elsewhere, onLaptop] = [browser(0, desk), browser(1, desk), browser(1, laptop)];
    const { gameId } = await atDesk.http.call('createGame', {
      body: { requestId: newId(), moderatorName: 'Ada', quiz: 'starter' },
    });
    const [leaving, staying] = [elsewhere.enter(gameId, 'moderator'), onLaptop.enter(gameId, 'moderator')];
    const connections = () => [leaving, staying].map(({ state }) => [state.connection, state.closedBy]);
    await eventually(() =>
      expect(connections()).toEqual([
        ['online', null],
        ['online', null],
      ]),
    );

    await atDesk.http.call('signOut', { body: { refreshToken: desk.refresh_token } });
    await eventually(async () =>
      expect(await Promise.all([atDesk, elsewhere].map(({ isIn }) => isIn()))).toEqual([false, false]),
    );
    await eventually(() =>
      expect(connections()).toEqual([
        ['closed', 'token-expired'],
        ['online', null],
      ]),
    );
    expect(await onLaptop.isIn()).toBe(true);
  }, 120_000);

  it('is out as a guest, too', async () => {
    const guest = await createHttp({ baseUrl: services.urls[0] ?? '' }).call('guest', { body: {} });
    const [here, there] = [browser(0, guest), browser(1, guest)];
    expect(await there.isIn()).toBe(true);
    await here.http.call('signOut', { body: { refreshToken: guest.refresh_token } });
    await eventually(async () => expect(await Promise.all([here.isIn(), there.isIn()])).toEqual([false, false]));
  }, 60_000);
});
