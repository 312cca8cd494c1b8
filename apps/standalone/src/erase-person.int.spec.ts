import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  EXPORT_PARTS,
  type GameId,
  type RouteInput,
  type RouteName,
  type RouteReply,
  type ShowId,
} from '@earworm/contracts';
import { RawSocket } from '@earworm/gateway/testing';
import { describeWith, dumpTables, eventually, linesWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { anyAddress, newFeedback, outcomeOf, reply, send } from './testing/http.js';
import { ADMIN, type RunningProduct, runProduct } from './testing/running-product.js';
import { CATEGORIES, SHOW_FACTS, userIdIn } from './testing/scene.js';

/** Against what hangs. */
const ERASED_WITHIN_MS = 90_000;
const NAME = 'Zelma Quorndon';
const PLAYED = 5;
/** Who are erased at once, and have a game each. Few have an account, whose password takes long to hash. */
const PEOPLE = 50;
const ACCOUNTS = 5;
/** In which these people play, with others. */
const KEPT_GAMES = 5;
const password = 'a-long-password';

describeWith('postgres', 'deleting a person in the whole product', () => {
  let product: RunningProduct;
  beforeAll(async () => {
    product = await runProduct({ gameOverrides: { eraseFirstMs: 1_000, eraseEveryMs: 2_000, erasePauseMs: 10 } });
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
  const rowsWith = async (...texts: string[]) => linesWith(await dumpTables(product.databaseUrl), ...texts);
  const dueNow = () => product.row('update identity.person_erasure set due_at = now() where finished_at is null');
  /** Until all who are noted are erased in every service, with their games. */
  const whenErased = (waiting: { finished: boolean }) =>
    eventually(async () => {
      const state = waiting.finished ? 'finished_at' : 'erased_at';
      const left = await product.row(
        `select (select count(*)::int from identity.person_erasure where ${state} is null) as people,
          (select count(*)::int from game.erasure where erased_at is null) as games`,
      );
      expect(left).toEqual({ people: 0, games: 0 });
    }, ERASED_WITHIN_MS);
  /** As if their last tokens had expired. */
  async function eraseForGood() {
    await whenErased({ finished: false });
    await dueNow();
    await whenErased({ finished: true });
  }

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
      expect((await rowsWith(NAME)).length).toBeGreaterThan(PLAYED);

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
      await whenErased({ finished: false });
      for (const socket of [desk, other]) {
        await socket.until(() => JSON.stringify(socket.of('snapshot').at(-1)).includes('Former player'));
        expect(JSON.stringify(socket.of('snapshot').at(-1))).not.toContain(NAME);
      }
      expect(await command(desk, { type: 'pauseGame' })).toMatchObject({ ok: true });
      await eraseForGood();

      expect(await rowsWith(NAME, zelma.email, zelma.userId)).toEqual([]);
      expect((await rowsWith('person-erased')).length).toBe(1);
      const result = await call('gameResult', { params: { gameId: open } }, player);
      expect(result.standings.map(({ name }) => name)).toEqual(['Former player', 'Ignaz']);
      const gone = await send(product.url, 'gameResult', { params: { gameId: ownGame } }, admin);
      expect(await outcomeOf(gone)).toBe('not-found');
      for (const socket of [desk, other]) socket.close();
    },
    3 * ERASED_WITHIN_MS,
  );

  interface Person {
    readonly token: string;
    readonly userId: string;
    readonly texts: readonly string[];
    readonly name: string;
    readonly ownGame: GameId;
  }
  async function newPerson(n: number): Promise<Person> {
    const name = `Xaver Yblonski ${n}`;
    const account = n < ACCOUNTS ? await newAccount(name) : null;
    const token = account?.token ?? (await newGuest());
    const userId = userIdIn(token);
    const ownGame = await newGame(token, name);
    await call('submitFeedback', { body: newFeedback() }, token);
    if (account !== null) {
      const templateId = randomUUID();
      await call('templateFromGame', { body: { templateId, gameId: ownGame, title: `Tunes of ${name}` } }, token);
    }
    return { token, userId, name, ownGame, texts: [name, userId, ...(account === null ? [] : [account.email])] };
  }
  /** A game in which the first player has answered, and is the only one with points. */
  async function play(moderator: string, players: readonly { readonly token: string; readonly name: string }[]) {
    const gameId = await newGame(moderator, 'Otto');
    const desk = await enter(gameId, moderator, 'moderator');
    const sockets = await Promise.all(players.map(({ token, name }) => join(gameId, token, name)));
    const questionId = 'question-1';
    const judged = { type: 'judgeAnswer', questionId, playerId: userIdIn(players[0]!.token), correct: true };
    expect(await command(desk, { type: 'startGame' })).toMatchObject({ ok: true });
    const selected = { type: 'selectQuestion', categoryId: 'category-1', questionId };
    expect(await command(desk, selected)).toMatchObject({ ok: true });
    expect(await command(sockets[0]!, { type: 'buzz', questionId })).toMatchObject({ ok: true });
    expect(await command(desk, judged)).toMatchObject({ ok: true });
    expect(await command(desk, { type: 'completeGame' })).toMatchObject({ ok: true });
    for (const socket of [desk, ...sockets]) socket.close();
    return gameId;
  }
  /** The same with the former names, and any ids, of these people. */
  const withoutNames = (value: unknown, names: readonly string[]): unknown =>
    JSON.parse(JSON.stringify(value), (_, each: unknown) => {
      if (typeof each !== 'object' || each === null || !('name' in each) || !names.includes(String(each.name)))
        return each;
      return { ...each, name: 'Former player', ...('playerId' in each && { playerId: expect.any(String) }) };
    });
  /** Files of the object store, by path, with their content. The ids of erased people are kept for restores. */
  async function objects(): Promise<string[]> {
    const dir = path.join(product.dataDir, 'objects');
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    const stored = files.filter((file) => !file.includes('/erased/people/'));
    return Promise.all(stored.map(async (file) => `${file} ${await readFile(file, 'latin1')}`));
  }

  it(
    `erases ${PEOPLE} people and their ${PEOPLE} games at once, and changes nothing of the others`,
    async () => {
      const [otto, ignaz, wilma] = await Promise.all([newGuest(), newGuest(), newGuest()]);
      const others = [
        { token: ignaz, name: 'Ignaz' },
        { token: wilma, name: 'Wilma' },
      ];
      const people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => newPerson(n)));
      const untouched = await play(wilma, [others[0]!]);
      const mixed: GameId[] = [];
      for (let n = 0; n < KEPT_GAMES; n++)
        mixed.push(await play(otto, [...people.filter((_, at) => at % KEPT_GAMES === n), ...others]));
      const resultOf = (gameId: GameId) => call('gameResult', { params: { gameId } }, ignaz);
      const results = (gameIds: readonly GameId[]) => Promise.all(gameIds.map(resultOf));
      await eventually(async () => {
        for (const { status } of await results([untouched, ...mixed])) expect(status).toBe('completed');
      });
      const ofUntouched = () => rowsWith(untouched);
      const [rows, untouchedResult, mixedResults] = [
        await ofUntouched(),
        await resultOf(untouched),
        await results(mixed),
      ];
      const texts = people.flatMap((person) => person.texts);
      const before = await dumpTables(product.databaseUrl);
      expect(texts.filter((text) => linesWith(before, text).length === 0)).toEqual([]);

      await Promise.all(
        people.map(({ token, userId }) =>
          call('eraseMe', { body: { userId: userId as never, keepsTemplates: false } }, token),
        ),
      );
      await eraseForGood();

      expect(await rowsWith(...texts)).toEqual([]);
      expect(linesWith(await objects(), ...texts)).toEqual([]);
      for (const token of [otto, ignaz, wilma]) {
        const exported = JSON.stringify(await exportOf(token));
        expect(linesWith([exported], ...texts)).toEqual([]);
        expect(linesWith([exported], untouched, ...mixed)).not.toEqual([]);
      }
      expect([await ofUntouched(), await resultOf(untouched)]).toEqual([rows, untouchedResult]);
      expect(await results(mixed)).toEqual(
        withoutNames(
          mixedResults,
          people.map(({ name }) => name),
        ),
      );
      const ofOwnGames = await rowsWith(...people.map(({ ownGame }) => ownGame));
      const lists = ['game.erasure', 'game.event', 'library.erased_game', 'telemetry.erased_game'];
      expect(new Set(ofOwnGames.map((line) => line.split(' ')[0]))).toEqual(new Set(lists));
      expect(ofOwnGames).toHaveLength(lists.length * PEOPLE);
    },
    3 * ERASED_WITHIN_MS,
  );
});
