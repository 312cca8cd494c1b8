import { randomUUID } from 'node:crypto';
import {
  erasePersonInGame,
  FORMER_PERSON,
  gamesOfPerson,
  headsSubject,
  HeadsMessage,
  moveInGame,
  onShard,
  type RequestOf,
  shardOf,
} from '@earworm/contracts';
import { CategoryId, type GameId, QuestionId, UserId } from '@earworm/rules';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, dumpTables, eventually, linesWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { SAVE_SNAPSHOT } from '../log/log.sql.js';
import { MIGRATIONS } from '../migrations.js';
import { sql } from '../testing/database.js';
import { ask, create, look, MODERATOR, send, user } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';

const MANY = 200;
const NAME = 'Xaver Yblonski';

describeWith('postgres', 'erasing a person from games', () => {
  const { bus, database } = oneGameService();
  let source: DataSource;
  let [person, pseudonym] = [user('zelma'), user('former')];
  beforeAll(async () => {
    source = await openDataSource({ url: database.url, schema: 'game', entities: [], migrations: MIGRATIONS });
  });
  beforeEach(() => {
    [person, pseudonym] = [UserId.parse(randomUUID()), UserId.parse(randomUUID())];
  });
  afterAll(() => source?.destroy());

  const erase = (gameId: GameId, also: Partial<RequestOf<typeof erasePersonInGame>> = {}) =>
    ask(bus, onShard(erasePersonInGame, shardOf(gameId)), {
      ...{ userId: person, pseudonym, gameId, replacesId: false },
      ...also,
    });
  const move = (gameId: GameId) =>
    ask(bus, onShard(moveInGame, shardOf(gameId)), { gameId, from: person, to: pseudonym });
  /** Everything that the service has of a game. */
  async function textsOf(gameId: GameId): Promise<string> {
    const rows = await sql<{ text: string }>(
      database.url,
      `select event::text as text from event where game_id = $1
        union all select user_id from event where game_id = $1 and user_id is not null
        union all select state::text || answered::text from snapshot where game_id = $1
        union all select user_id from stage_key where game_id = $1`,
      [gameId],
    );
    return rows.map(({ text }) => text).join('\n');
  }
  /** The games of the person, page by page. */
  async function* pagesOf() {
    for (let after: string | null = ''; after !== null;) {
      const page: { gameIds: GameId[]; next: string | null } = await ask(bus, gamesOfPerson, {
        ...{ userId: person, pseudonym, after },
      });
      yield page.gameIds;
      after = page.next;
    }
  }
  async function joined(name = 'Zelma'): Promise<GameId> {
    const { gameId } = await create(bus);
    await send(bus, gameId, person, { type: 'joinGame', name });
    return gameId;
  }

  it('rewrites the log under a new id, without its snapshot, and changes nothing when repeated', async () => {
    const gameId = await joined();
    const { logId, version } = await look(bus, gameId);
    const save = () => source.query(SAVE_SNAPSHOT, [gameId, logId, 1, version, '{"name":"Zelma"}', '[]']);
    await save();
    expect(await textsOf(gameId)).toContain('Zelma');
    await erase(gameId);
    // An owner that has not heard of it keeps its snapshot to itself.
    await save();
    const after = await look(bus, gameId);
    expect(after.logId).not.toBe(logId);
    expect(after.view.leaders).toMatchObject([{ name: FORMER_PERSON }]);
    expect(await textsOf(gameId)).not.toContain('Zelma');
    await erase(gameId);
    expect((await look(bus, gameId)).logId).toBe(after.logId);
  });

  it('publishes the new id, so that gateways with open sockets load the game again', async () => {
    const gameId = await joined();
    const heads: HeadsMessage['heads'][number][] = [];
    const subscription = bus.subscribe(headsSubject(shardOf(gameId)), ({ data }) => {
      heads.push(...HeadsMessage.parse(JSON.parse(Buffer.from(data).toString())).heads);
    });
    await erase(gameId);
    const { logId } = await look(bus, gameId);
    await eventually(() => expect(heads.map(([id, log]) => [id, log])).toContainEqual([gameId, logId]));
    subscription.unsubscribe();
  });

  it('leaves neither name nor id when the seat was moved to the pseudonym, and the game goes on', async () => {
    const gameId = await joined();
    await send(bus, gameId, 'bob', { type: 'joinGame', name: 'Bob' });
    await send(bus, gameId, MODERATOR, { type: 'startGame' });
    await move(gameId);
    await erase(gameId);
    await erase(gameId, { replacesId: true });
    const texts = await textsOf(gameId);
    expect([texts.includes('Zelma'), texts.includes(person)]).toEqual([false, false]);
    const selected = { categoryId: CategoryId.parse('eighties'), questionId: QuestionId.parse('q1') };
    await send(bus, gameId, MODERATOR, { type: 'selectQuestion', ...selected });
    const { view } = await look(bus, gameId);
    expect(view.leaders).toMatchObject([{ id: pseudonym, name: FORMER_PERSON }, { name: 'Bob' }]);
  });

  it('notes that a game is to be erased which is the person’s own', async () => {
    const { gameId } = await create(bus, randomUUID(), person);
    await erase(gameId);
    await erase(gameId);
    const noted = await sql(database.url, 'select cause, erased_at from erasure where game_id = $1', [gameId]);
    expect(noted).toEqual([{ cause: 'person', erased_at: null }]);
  });

  it('finds the games of a person page by page, by id or pseudonym, and no others', async () => {
    const others = [await create(bus), await create(bus)].map(({ gameId }) => gameId);
    const [open, moved] = [await joined(), await joined()];
    await move(moved);
    await erase(moved, { replacesId: true });
    await sql(
      database.url,
      `insert into game (game_id) select 'reserved-' || n from generate_series(1, 250) as n on conflict do nothing`,
    );
    const found: GameId[] = [];
    let pages = 0;
    for await (const page of pagesOf()) {
      found.push(...page);
      pages += 1;
    }
    expect(found.toSorted()).toEqual([open, moved].toSorted());
    expect(found).not.toEqual(expect.arrayContaining(others));
    expect(pages).toBeGreaterThan(1);
  });

  it('keeps a person in a game that two erasures reach at once under both pseudonyms', async () => {
    const gameId = await joined('Zelma');
    const [other, otherPseudonym] = [UserId.parse(randomUUID()), UserId.parse(randomUUID())];
    await send(bus, gameId, other, { type: 'joinGame', name: 'Ignaz' });
    const ofOther = { userId: other, pseudonym: otherPseudonym };
    await Promise.all([erase(gameId, { replacesId: true }), erase(gameId, { ...ofOther, replacesId: true })]);
    const texts = await textsOf(gameId);
    for (const gone of ['Zelma', 'Ignaz', person, other]) expect(texts).not.toContain(gone);
    expect((await look(bus, gameId)).view.leaders.map(({ id }) => id)).toEqual([pseudonym, otherPseudonym]);
  });

  it(`finds and rewrites all ${MANY} games of one person, while another game is played on`, async () => {
    const [other, ...games] = await Promise.all(Array.from({ length: MANY + 1 }, () => create(bus)));
    const gameIds = games.map(({ gameId }) => gameId);
    await Promise.all(gameIds.map((gameId) => send(bus, gameId, person, { type: 'joinGame', name: NAME })));
    let isDone = false;
    const playing = (async () => {
      let renamed = 0;
      await send(bus, other!.gameId, 'bob', { type: 'joinGame', name: 'Bob' });
      for (; !isDone; renamed++)
        await send(bus, other!.gameId, MODERATOR, {
          type: 'renamePlayer',
          playerId: user('bob'),
          name: `Bob ${renamed}`,
        });
      return renamed;
    })();
    const found: GameId[] = [];
    for (const replacesId of [false, true])
      for await (const page of pagesOf())
        for (const gameId of page) {
          found.push(gameId);
          await move(gameId);
          await erase(gameId, { replacesId });
        }
    isDone = true;
    expect(found.toSorted()).toEqual([...gameIds, ...gameIds].toSorted());
    expect(linesWith(await dumpTables(database.url), NAME, person)).toEqual([]);
    const renamed = await playing;
    expect((await look(bus, other!.gameId)).view.leaders).toMatchObject([{ name: `Bob ${renamed - 1}` }]);
    expect(renamed).toBeGreaterThan(10);
  });
});
