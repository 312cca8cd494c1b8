import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as calls from '@earworm/contracts';
import { erasePersonInLibrary, FORMER_PERSON, LOG_GROWN, type LogRow, TemplateId } from '@earworm/contracts';
import { GameEvent, GameId, UserId } from '@earworm/rules';
import { makeKit } from '@earworm/service-kit/bootstrap';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { OBJECTS, type ObjectStore } from '@earworm/service-kit/objects';
import {
  describeWith,
  dumpTables,
  eventually,
  freshDatabase,
  linesWith,
  patientBus,
  serveLog,
} from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { ownedBy } from '../clips/clip-keys.js';
import { library } from '../library.module.js';
import { eraseRestoredPeople } from './erase-person.js';

const log = createLog('library', { level: 'silent' });
const CLIP = `up-${'0'.repeat(32)}`;

describeWith('postgres', 'erasing a person in the library', () => {
  const bus = patientBus(createInProcessBus({ log }));
  const rows: LogRow[] = [];
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let folder: string;
  let source: DataSource;
  let objects: ObjectStore;
  let stop: () => Promise<void>;
  let [userId, pseudonym] = [UserId.parse('zelma'), UserId.parse('former')];

  beforeAll(async () => {
    serveLog(bus, rows);
    [database, folder] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'earworm-library-'))]);
    const config = library.load({ DATABASE_URL: database.url, DATA_DIR: folder });
    const module = library.module(makeKit({ name: 'library', bus, log }), config);
    const app = await NestFactory.create(module, { logger: false, abortOnError: false });
    await app.init();
    [source, objects] = [app.get(DataSource), app.get<ObjectStore>(OBJECTS)];
    stop = () => app.close();
  });
  beforeEach(() => {
    [userId, pseudonym] = [UserId.parse(randomUUID()), UserId.parse(randomUUID())];
  });
  afterAll(async () => {
    await stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const erase = (also: Partial<calls.RequestOf<typeof erasePersonInLibrary>> = {}) =>
    bus.call(erasePersonInLibrary, {
      ...{ userId, pseudonym, keepsTemplates: false, replacesId: false, verdicts: [] },
      ...also,
    });
  const rowsWith = async (...texts: string[]) => linesWith(await dumpTables(database.url), ...texts);
  const inGame = async (gameId: GameId) =>
    (await source.query<unknown[]>('select from participant where game_id = $1', [gameId])).length;

  /** The person plays and judges in it. */
  async function playedGame(isOver: boolean): Promise<GameId> {
    const gameId = GameId.parse(randomUUID());
    const events = [
      {
        ...{ type: 'gameCreated', gameId, gameCode: 'ABCDEF', moderatorId: 'mo', moderatorName: 'Mo', categories: [] },
        settings: { attempts: 'unlimited', musicOn: 'desk' },
      },
      { type: 'playerJoined', playerId: userId, name: 'Zelma', isAdmin: false, seatHash: null },
      { type: 'answerJudged', questionId: 'q1', playerId: userId, correct: true, gain: 100, byName: 'Zelma' },
      { type: 'answerJudged', questionId: 'q1', playerId: userId, correct: true, gain: 100, byName: 'Otto' },
      ...(isOver ? [{ type: 'gameCompleted' }] : []),
    ];
    rows.push(...events.map((event, at) => ({ gameId, version: at + 1, event: GameEvent.parse({ at, ...event }) })));
    bus.publish(LOG_GROWN, new Uint8Array());
    await eventually(async () => expect(await inGame(gameId)).toBe(1));
    return gameId;
  }
  async function newTemplate(isPublished: boolean): Promise<TemplateId> {
    const actor = { userId, name: 'Zelma Quorndon', isAdmin: false, isGuest: false };
    const templateId = TemplateId.parse(randomUUID());
    const facts = { title: 'Tunes', description: '', language: null, tags: [] };
    await bus.call(calls.createTemplate, { actor, templateId, facts });
    const question = { questionId: 'q', youtubeLink: 'https://youtu.be/aaaaaaaaaa1', answer: 'Answer', points: 100 };
    const changed = [{ categoryId: 'one', name: 'One', questions: [question] }];
    const change = { saveId: randomUUID(), basedOn: 1, order: ['one'], changed };
    await bus.call(calls.saveTemplate, { actor, templateId, change } as never);
    if (isPublished) await bus.call(calls.publishTemplate, { actor, templateId, published: true });
    return templateId;
  }
  const templates = () =>
    source.query(
      `select template_id, owner_name, by_guest from template where owner_id = $1 order by published_at nulls last`,
      [pseudonym],
    );

  it('leaves neither name nor id in games that are over or open, and the other judges', async () => {
    const [over, open] = [await playedGame(true), await playedGame(false)];
    const verdicts = [over, open].map((gameId) => ({ gameId, versions: [3] }));
    await erase({ verdicts });
    expect(await rowsWith('Zelma')).toEqual([]);
    for (let times = 0; times < 2; times++) await erase({ verdicts, replacesId: true });
    expect(await rowsWith(userId)).toEqual([]);
    const judges = await source.query('select distinct by_name from verdict where game_id = $1 order by 1', [open]);
    expect(judges).toEqual([{ by_name: FORMER_PERSON }, { by_name: 'Otto' }]);
    const seats = await source.query('select name, player_id, score from participant where game_id = any($1)', [
      [over, open],
    ]);
    expect(seats).toEqual(Array(2).fill({ name: FORMER_PERSON, player_id: pseudonym, score: '200' }));
  });

  it('leaves neither name nor id of a game whose events are not applied any more', async () => {
    const gameId = await playedGame(false);
    await source.query(
      `insert into game_aside (follower, game_id, version, error) values ('history', $1, 5, $2), ('clips', $1, 5, 'x')`,
      [gameId, `there is no seat of ${userId}`],
    );
    const moved = { type: 'seatMoved', from: userId, to: pseudonym, at: 5 };
    rows.push({ gameId, version: 5, event: GameEvent.parse(moved) });
    bus.publish(LOG_GROWN, new Uint8Array());
    for (let times = 0; times < 2; times++)
      await erase({ verdicts: [{ gameId, versions: [3] }], replacesId: times === 1 });
    expect(await rowsWith(userId, 'Zelma')).toEqual([]);
    const seats = await source.query('select name, player_id, score from participant where game_id = $1', [gameId]);
    expect(seats).toEqual([{ name: FORMER_PERSON, player_id: pseudonym, score: '200' }]);
    const quarantined = await source.query('select error from game_aside where game_id = $1 order by error', [gameId]);
    expect(quarantined).toEqual([{ error: `there is no seat of ${pseudonym}` }, { error: 'x' }]);
  });

  it('deletes the templates of the person', async () => {
    const templateIds = [await newTemplate(true), await newTemplate(false)];
    for (let times = 0; times < 2; times++) await erase();
    expect(await source.query('select from template where template_id = any($1)', [templateIds])).toEqual([]);
    expect(await rowsWith('Quorndon')).toEqual([]);
  });

  it('keeps published templates without the name when asked to, and others until those of guests are deleted', async () => {
    const [published, hidden] = [await newTemplate(true), await newTemplate(false)];
    for (let times = 0; times < 2; times++) await erase({ keepsTemplates: true });
    expect(await templates()).toEqual([
      { template_id: published, owner_name: FORMER_PERSON, by_guest: false },
      { template_id: hidden, owner_name: FORMER_PERSON, by_guest: true },
    ]);
    expect(await rowsWith('Quorndon')).toEqual([]);
  });

  it('counts audio files of the person as the pseudonym’s, from where the sweep deletes them when they are not used', async () => {
    await objects.put(`${ownedBy(userId)}${CLIP}`, Buffer.from('.'), 'text/plain');
    for (let times = 0; times < 2; times++) await erase();
    const keys: string[] = [];
    for (const id of [userId, pseudonym]) for await (const { key } of objects.list(ownedBy(id))) keys.push(key);
    expect(keys).toEqual([`${ownedBy(pseudonym)}${CLIP}`]);
  });

  it('asks for everyone to be erased again who was erased before, each once', async () => {
    const kept = UserId.parse(randomUUID());
    for (let times = 0; times < 2; times++) await erase();
    await erase({ userId: kept, keepsTemplates: true });
    const asked: { userId: UserId; keepsTemplates: boolean }[] = [];
    const served = bus.serve(calls.erasePeopleAgain, ({ userIds, keepsTemplates }) => {
      asked.push(...userIds.map((each) => ({ userId: each, keepsTemplates })));
      return { people: userIds.length };
    });
    expect(await eraseRestoredPeople(objects, bus)).toBe(asked.length);
    served.unsubscribe();
    const ofThese = asked.filter((each) => [userId, kept].includes(each.userId));
    expect(ofThese).toEqual([
      { userId: kept, keepsTemplates: true },
      { userId, keepsTemplates: false },
    ]);
  });

  it('names the guests who became the user, until their ids are replaced', async () => {
    const guest = UserId.parse(randomUUID());
    await bus.call(calls.moveInLibrary, { from: guest, to: userId });
    expect(await erase()).toEqual({ formerIds: [guest] });
    expect(await erase({ replacesId: true })).toEqual({ formerIds: [guest] });
    expect(await rowsWith(userId)).toEqual([]);
  });
});
