import { createGameClient, createHttp, type GameClient, newId, watchOperations } from '@earworm/client';
import type { ErrorCode } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { afterEach, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { type Member, newGuest, newRegisteredUser, signedIn } from '../e2e/support/members.js';
import { FIRST_ADMIN } from '../harness/prepared-data.js';
import { leanSockets } from '../load/lean-socket.js';
import { socketUrl } from '../load/sockets.js';
import { describeWithProvider } from './support/describe-with-provider.js';

/** How many have joined a game: a random name may hold a word of the block list. */
let played = 0;

/** A client with a signed-in user: it renews its token when the old one is refused. */
class Browser {
  #tokens;
  readonly #open: { close(): void }[] = [];
  operations: { status: string; closedBy: ErrorCode | null } = { status: 'closed', closedBy: null };

  constructor(private readonly member: Member) {
    this.#tokens = member.tokens;
  }

  readonly #token = async (atLeastMs?: number): Promise<string> => {
    if (atLeastMs === Infinity) {
      const body = { refreshToken: this.#tokens.refresh_token };
      this.#tokens = await createHttp({ baseUrl: this.member.serverUrl }).call('refresh', { body });
    }
    return this.#tokens.access_token;
  };

  get roles(): string[] {
    return (decodeJwt(this.#tokens.access_token)['realm_access'] as { roles: string[] }).roles;
  }

  async play(gameId: string): Promise<GameClient> {
    const url = socketUrl(this.member.serverUrl);
    const client = createGameClient({ url, gameId, as: 'player', token: this.#token, WebSocket: leanSockets() });
    this.#open.push(client);
    await client.send({ type: 'joinGame', name: `Olga ${++played}` });
    await eventually(() => expect(client.state.seat).not.toBeNull());
    return client;
  }

  watchOperations(): void {
    const url = socketUrl(this.member.serverUrl);
    const onStatus = (status: string, { closedBy }: { closedBy: ErrorCode | null }) =>
      (this.operations = { status, closedBy });
    const token = this.#token;
    this.#open.push(watchOperations({ url, token, onStatus, onFrame: () => undefined, WebSocket: leanSockets() }));
  }

  signOut(): Promise<object> {
    const body = { refreshToken: this.#tokens.refresh_token };
    return createHttp({ baseUrl: this.member.serverUrl }).call('signOut', { body });
  }

  close(): void {
    for (const each of this.#open.splice(0)) each.close();
  }
}

describeWithProvider('open sockets', ({ product }) => {
  const browsers: Browser[] = [];
  const body = { reason: 'A reason' };
  const administrator = () => signedIn(product.url, FIRST_ADMIN);
  const browserOf = (member: Member): Browser => {
    const browser = new Browser(member);
    browsers.push(browser);
    return browser;
  };
  const newGame = async (): Promise<string> => {
    const { http } = await newRegisteredUser(product.url, 'Mo');
    return (await http.call('createGame', { body: { requestId: newId(), moderatorName: 'Mo' } })).gameId;
  };
  const isClosed = (client: GameClient) =>
    eventually(() => expect(client.state).toMatchObject({ connection: 'closed', closedBy: 'token-expired' }));

  afterEach(() => {
    for (const browser of browsers.splice(0)) browser.close();
  });

  it('reconnect with the new role and the same seat when their user becomes an administrator', async () => {
    const [admin, member, gameId] = await Promise.all([
      administrator(),
      newRegisteredUser(product.url, 'Pat'),
      newGame(),
    ]);
    const browser = browserOf(member);
    const client = await browser.play(gameId);
    const seat = client.state.seat?.id;
    await admin.http.call('giveAdmin', { params: { userId: member.userId }, body });
    await eventually(() => expect(browser.roles).toContain('admin'));
    await eventually(() => expect(client.state.connection).toBe('online'));
    expect([client.state.seat?.id, client.state.seat?.isActive]).toEqual([seat, true]);
    browser.watchOperations();
    await eventually(() => expect(browser.operations.status).toBe('online'));
  });

  it('lose the operations page and keep the seat when their user loses the admin role', async () => {
    const [admin, member, gameId] = await Promise.all([
      administrator(),
      newRegisteredUser(product.url, 'Pat'),
      newGame(),
    ]);
    const params = { userId: member.userId };
    await admin.http.call('giveAdmin', { params, body });
    const browser = browserOf(await signedIn(product.url, member.account ?? FIRST_ADMIN));
    const client = await browser.play(gameId);
    browser.watchOperations();
    await eventually(() => expect(browser.operations.status).toBe('online'));
    await admin.http.call('takeAdmin', { params, body });
    await eventually(() => expect(browser.operations).toEqual({ status: 'closed', closedBy: 'forbidden' }));
    await eventually(() => expect(client.state.connection).toBe('online'));
    expect(browser.roles).not.toContain('admin');
    expect(client.state.seat?.isActive).toBe(true);
  });

  it('close with the code of an ended session when their user or guest is disabled', async () => {
    const [admin, gameId] = await Promise.all([administrator(), newGame()]);
    for (const member of [await newRegisteredUser(product.url, 'Pat'), await newGuest(product.url)]) {
      const client = await browserOf(member).play(gameId);
      await admin.http.call('disableAccount', { params: { userId: member.userId }, body });
      await isClosed(client);
    }
  });

  it('close when their user signs out in another tab, and remain open in another session', async () => {
    const [member, gameId] = await Promise.all([newRegisteredUser(product.url, 'Pat'), newGame()]);
    const [here, there] = [browserOf(member), browserOf(await signedIn(product.url, member.account ?? FIRST_ADMIN))];
    const [out, still] = [await here.play(gameId), await there.play(gameId)];
    await here.signOut();
    await isClosed(out);
    expect(still.state.connection).toBe('online');
  });

  it('close when their guest signs out', async () => {
    const browser = browserOf(await newGuest(product.url));
    const client = await browser.play(await newGame());
    await browser.signOut();
    await isClosed(client);
  });
});
