import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { createGameClient, createHttp, newId, type GameClient } from '@earworm/client';
import { RefusedError, REVOKED, type Tokens } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { Services } from '../harness/services.js';
import { subjectOf } from '../load/guests.js';
import { leanSockets } from '../load/lean-socket.js';
import { socketUrl } from '../load/sockets.js';
import { describeWithNats } from './support/describe-with-nats.js';

describeWithNats('revoked tokens', (nats) => {
  let services: Services;
  const clients: GameClient[] = [];

  beforeAll(async () => {
    services = await Services.start({ nats, gateways: 2 });
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => services?.close());

  /** A browser with the tokens it was given, which it renews only when they are refused. */
  function browser(gateway: 0 | 1, given: Tokens) {
    const baseUrl = services.urls[gateway] ?? '';
    let tokens = given;
    const token = async (atLeastMs?: number) => {
      if (atLeastMs === Infinity) {
        const body = { refreshToken: tokens.refresh_token };
        tokens = await createHttp({ baseUrl }).call('refresh', { body });
      }
      return tokens.access_token;
    };
    const http = createHttp({ baseUrl, token });
    return {
      http,
      isRenewed: () => tokens.access_token !== given.access_token,
      /** Whether the tokens that it was given are good. */
      isSignedIn: () =>
        createHttp({ baseUrl, token: () => Promise.resolve(given.access_token) })
          .call('history')
          .then(
            () => true,
            (error: unknown) => !(error instanceof RefusedError && error.code === 'token-expired'),
          ),
      enter(gameId: string, as: 'moderator' | 'player') {
        const client = createGameClient({
          url: socketUrl(baseUrl),
          gameId,
          as,
          token,
          WebSocket: leanSockets(),
        });
        clients.push(client);
        return client;
      },
    };
  }

  it('a sign-out revokes tokens and closes their sockets at every gateway, but not on another device', async () => {
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

  it('a change of roles makes open sockets of every gateway reconnect with new tokens and keep their seats', async () => {
    const http = createHttp({ baseUrl: services.urls[0] ?? '' });
    const password = 'secret1';
    const [mo, ada, bob] = await Promise.all(
      ['Mo', 'Ada', 'Bob'].map((displayName) =>
        http.call('signUp', { body: { displayName, email: `${newId()}@example.org`, password } }),
      ),
    );
    const [desk, here, there] = [browser(0, mo!), browser(0, ada!), browser(1, bob!)];
    const { gameId } = await desk.http.call('createGame', { body: { requestId: newId(), moderatorName: 'Mo' } });
    const players = [here.enter(gameId, 'player'), there.enter(gameId, 'player')];
    const joined = await Promise.all(
      players.map((player, i) => player.send({ type: 'joinGame', name: `Player ${i}` })),
    );
    expect(joined.map(({ ok }) => ok)).toEqual([true, true]);
    const seats = players.map(({ state }) => state.seat?.id);

    const bus = await services.connectBus();
    for (const { access_token } of [ada!, bob!]) {
      const revocation = { userId: subjectOf(access_token), notBefore: Math.floor(Date.now() / 1000) + 1 };
      bus.publish(REVOKED, new TextEncoder().encode(JSON.stringify(revocation)));
    }
    await eventually(() => expect([here.isRenewed(), there.isRenewed()]).toEqual([true, true]));
    await eventually(() => expect(players.map(({ state }) => state.connection)).toEqual(['online', 'online']));
    expect(players.map(({ state }) => state.seat?.id)).toEqual(seats);
    expect(desk.isRenewed()).toBe(false);
  });

  it('a guest’s sign-out revokes their tokens at every gateway', async () => {
    const guest = await createHttp({ baseUrl: services.urls[0] ?? '' }).call('guest', { body: {} });
    const [here, there] = [browser(0, guest), browser(1, guest)];
    expect(await there.isSignedIn()).toBe(true);
    await here.http.call('signOut', { body: { refreshToken: guest.refresh_token } });
    await eventually(async () =>
      expect(await Promise.all([here.isSignedIn(), there.isSignedIn()])).toEqual([false, false]),
    );
  });
});
