import { randomUUID } from 'node:crypto';
import {
  EXPORT_PARTS,
  type GameId,
  type RouteInput,
  type RouteName,
  type RouteReply,
  type ShowId,
} from '@earworm/contracts';
import { RawSocket } from '@earworm/gateway/testing';
import { describeWith, eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SCHEMAS } from './schemas.js';
import { anyAddress, newFeedback, outcomeOf, reply, send } from './testing/http.js';
import { ADMIN, type RunningProduct, runProduct } from './testing/running-product.js';
import { CATEGORIES, SHOW_FACTS, userIdIn } from './testing/scene.js';

/** The jobs of the identity and the game service begin some seconds after the start, and run on. */
const ERASED_WITHIN_MS = 90_000;
const NAME = 'Zelma Quorndon';
const PLAYED = 5;
const password = 'a-long-password';

describeWith('postgres', 'deleting a person in the whole product', () => {
  let product: RunningProduct;
  beforeAll(async () => {
    product = await runProduct();
  });
  afterAll(() => product?.close());

  const call = <N extends RouteName>(name: N, input: RouteInput<N>, token?: string): Promise<RouteReply<N>> =>
    reply(product.url, name, input, token);
  const newGuest = async () => (await call('guest', { body: {} })).access_token;
  const newAccount = async (displayName: string) => {
    const email = `${randomUUID()}@erased.example`;
    const { access_token: token } = await call('signUp', { body: { displayName, email, password } });
    return { token, email, userId: userIdIn(token) };
  };
  const newGame = async (token: string, moderatorName: string) => {
    const body = { requestId: randomUUID(), moderatorName, categories: CATEGORIES };
    return (await call('createGame', { body }, token)).gameId as GameId;
  };
  async function enter(gameId: GameId, token: string, as: 'player' | 'moderator' = 'player') {
    const socket = await RawSocket.open(product.socketUrl, { headers: anyAddress() });
    socket.hello({ gameId, token, as });
    await socket.until(() => socket.of('snapshot').length > 0);
    return socket;
  }
  const command = async (socket: RawSocket, given: object) => {
    const id = randomUUID();
    socket.send({ type: 'command', id, command: given });
    await socket.until(() => socket.of('answer').some((answer) => answer.id === id));
    return socket.of('answer').find((answer) => answer.id === id);
  };
  async function join(gameId: GameId, token: string, name: string): Promise<RawSocket> {
    const socket = await enter(gameId, token);
    expect(await command(socket, { type: 'joinGame', name })).toMatchObject({ ok: true });
    return socket;
  }
  async function exportOf(token: string) {
    const parts: Record<string, Record<string, Record<string, unknown>[]>> = {};
    for (const part of EXPORT_PARTS) {
      const kinds: Record<string, Record<string, unknown>[]> = (parts[part] = {});
      let next: string | null = null;
      do {
        const query = next === null ? { part } : { part, after: next };
        const page: RouteReply<'exportMe'> = await call('exportMe', { query }, token);
        for (const { what, row } of page.rows) (kinds[what] ??= []).push(row);
        next = page.next;
      } while (next !== null);
    }
    return parts;
  }
  /** Everything in the database. */
  async function dump(): Promise<string> {
    const schemas = SCHEMAS.map((schema) => `'${schema}'`).join(', ');
    const { tables } = await product.row<{ tables: readonly string[] }>(
      `select array_agg(format('%I.%I', schemaname, tablename)) as tables from pg_tables where schemaname in (${schemas})`,
    );
    const texts: string[] = [];
    for (const table of tables) {
      const sql = `select coalesce(string_agg(t::text, E'\\n'), '') as text from ${table} as t`;
      texts.push(`${table}\n${(await product.row<{ text: string }>(sql)).text}`);
    }
    return texts.join('\n');
  }
  const linesWith = async (...wanted: string[]) =>
    (await dump()).split('\n').filter((line) => wanted.some((text) => line.toLowerCase().includes(text.toLowerCase())));
  const people = () =>
    product.row<{ erased: number; finished: number }>(
      'select count(erased_at)::int as erased, count(finished_at)::int as finished from identity.person_erasure',
    );
  const games = (state: string) =>
    product.row<{ n: number }>(`select count(*)::int as n from game.erasure where cause = 'person' and ${state}`);

  it(
    'leaves name, address and id of an account in no table, and shows others a former player in the open game',
    async () => {
      const [moderator, zelma] = [await newAccount('Otto'), await newAccount(NAME)];
      const { access_token: admin } = await call('signIn', { body: ADMIN });
      const ownGame = await newGame(zelma.token, NAME);
      const gamesOfOthers: GameId[] = [];
      for (let n = 0; n < PLAYED; n++) {
        const gameId = await newGame(moderator.token, 'Otto');
        (await join(gameId, zelma.token, NAME)).close();
        gamesOfOthers.push(gameId);
      }
      const [open] = gamesOfOthers as [GameId];
      const desk = await enter(open, moderator.token, 'moderator');
      const player = await newGuest();
      const other = await join(open, player, 'Ignaz');
      expect(await command(desk, { type: 'startGame' })).toMatchObject({ ok: true });

      const showId = randomUUID() as ShowId;
      await call('createShow', { body: { showId, facts: SHOW_FACTS } }, moderator.token);
      const { inviteId, secret } = await call(
        'inviteStaff',
        { params: { showId }, body: { role: 'operator' } },
        moderator.token,
      );
      await call('joinStaff', { body: { inviteId, secret } }, zelma.token);
      const templateId = randomUUID();
      await call('templateFromGame', { body: { templateId, gameId: ownGame, title: 'Tunes' } }, zelma.token);
      await call('publishTemplate', { params: { templateId }, body: { published: true } }, zelma.token);
      await call('submitFeedback', { body: newFeedback() }, zelma.token);
      const session = { sessionId: randomUUID().replaceAll('-', ''), language: 'en' };
      await call('beatSession', { body: session }, zelma.token);
      await call('readAccount', { params: { userId: zelma.userId } }, admin);
      await eventually(() => call('gameResult', { params: { gameId: open } }, player));
      expect((await linesWith(NAME)).length).toBeGreaterThan(PLAYED);

      const exported = await exportOf(zelma.token);
      expect(Object.keys(exported).toSorted()).toEqual(EXPORT_PARTS.toSorted());
      expect(exported).toMatchObject({
        identity: { account: [{ email: zelma.email }] },
        library: { templates: [{ templateId }] },
        telemetry: { visits: [{ name: NAME }] },
        feedback: { feedback: [{ title: 'Title', email: zelma.email }] },
        shows: { staff: [{ showId, name: NAME }] },
      });
      const played = exported['library']?.['gamesPlayed']?.map((game) => game['gameId']);
      expect(played?.toSorted()).toEqual(gamesOfOthers.toSorted());
      const joins = exported['game']?.['events']?.filter(
        ({ event }) => (event as { type: string }).type === 'playerJoined',
      );
      expect(joins).toHaveLength(PLAYED);

      for (const socket of [desk, other]) socket.keepAlive();
      await call('eraseMe', { body: { userId: zelma.userId, keepsTemplates: false } }, zelma.token);
      await eventually(async () => {
        expect(await people()).toEqual({ erased: 1, finished: 0 });
        expect(await games('erased_at is null')).toEqual({ n: 0 });
      }, ERASED_WITHIN_MS);
      for (const socket of [desk, other]) {
        await socket.until(() => JSON.stringify(socket.of('snapshot').at(-1)).includes('Former player'));
        expect(JSON.stringify(socket.of('snapshot').at(-1))).not.toContain(NAME);
      }
      expect(await command(desk, { type: 'pauseGame' })).toMatchObject({ ok: true });
      await product.row('update identity.person_erasure set due_at = now()');
      await eventually(async () => expect(await people()).toMatchObject({ finished: 1 }), ERASED_WITHIN_MS);

      expect(await linesWith(NAME, zelma.email, zelma.userId)).toEqual([]);
      expect((await linesWith('person-erased')).length).toBe(1);
      const result = await call('gameResult', { params: { gameId: open } }, player);
      expect(result.standings.map(({ name }) => name)).toEqual(['Former player', 'Ignaz']);
      const gone = await send(product.url, 'gameResult', { params: { gameId: ownGame } }, admin);
      expect(await outcomeOf(gone)).toBe('not-found');
      for (const socket of [desk, other]) socket.close();
    },
    3 * ERASED_WITHIN_MS,
  );
});
