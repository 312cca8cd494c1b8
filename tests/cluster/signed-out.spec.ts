import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { createGameClient, createHttp, newId, type GameClient } from '@earworm/client';
import { RefusedError, type Tokens } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { Services } from '../harness/services.js';
import { leanSockets } from '../load/lean-socket.js';
import { socketUrl } from '../load/sockets.js';
import { describeWithNats } from './support/describe-with-nats.js';

describeWithNats('signing out', (nats) => {
  let services: Services;
  const clients: GameClient[] = [];

  beforeAll(async () => {
    services = await Services.start({ nats, gateways: 2 });
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => services?.close());

  /** A browser with the tokens it was given, which it never renews. */
  function browser(gateway: 0 | 1, { access_token: accessToken }: Tokens) {
    const baseUrl = services.urls[gateway] ?? '';
    const token = () => Promise.resolve(accessToken);
    const http = createHttp({ baseUrl, token });
    return {
      http,
      isSignedIn: () =>
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

  it('ends tokens and sockets at every gateway, but not on another device', async () => {
    const http = createHttp({ baseUrl: services.urls[0] ?? '' });
    const account = { email: `${newId()}@example.org`, password: 'secret1' };
    const desk = await http.call('signUp', { body: { displayName: 'Ada', ...account } });
    const laptop = await http.call('signIn', { body: account });
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
      expect(await Promise.all([atDesk, elsewhere].map(({ isSignedIn }) => isSignedIn()))).toEqual([false, false]),
    );
    await eventually(() =>
      expect(connections()).toEqual([
        ['closed', 'token-expired'],
        ['online', null],
      ]),
    );
    expect(await onLaptop.isSignedIn()).toBe(true);
  });

  it('ends the tokens of a guest at every gateway', async () => {
    const guest = await createHttp({ baseUrl: services.urls[0] ?? '' }).call('guest', { body: {} });
    const [here, there] = [browser(0, guest), browser(1, guest)];
    expect(await there.isSignedIn()).toBe(true);
    await here.http.call('signOut', { body: { refreshToken: guest.refresh_token } });
    await eventually(async () =>
      expect(await Promise.all([here.isSignedIn(), there.isSignedIn()])).toEqual([false, false]),
    );
  });
});
