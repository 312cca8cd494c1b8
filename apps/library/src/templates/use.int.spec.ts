import { randomUUID } from 'node:crypto';
import * as calls from '@earworm/contracts';
import { TemplateId } from '@earworm/contracts';
import { CategoryDraft, GameId, UserId } from '@earworm/rules';
import { makeKit } from '@earworm/service-kit/bootstrap';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { describeWith, freshDatabase, patientBus } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { library } from '../library.module.js';
import { TallyUse1763790000000 } from './migrations/1763790000000-tally-use.js';
import { GUEST_KEEP_MS, sweepGuestTemplates } from './change-template.js';

describeWith('postgres', 'template use and retention', () => {
  const log = createLog('library', { level: 'silent' });
  const bus = patientBus(createInProcessBus({ log }));
  const ann = { userId: UserId.parse(randomUUID()), name: 'Ann', isAdmin: false, isGuest: false };
  let stored: Awaited<ReturnType<typeof freshDatabase>>;
  let app: INestApplication;
  let database: DataSource;
  beforeAll(async () => {
    stored = await freshDatabase();
    const config = library.load({ DATABASE_URL: stored.url });
    const module = library.module(makeKit({ name: 'library', bus, log }), config);
    app = await NestFactory.create(module, { logger: false, abortOnError: false });
    await app.init();
    database = app.get(DataSource);
  });
  afterAll(async () => {
    await app?.close();
    await stored?.drop();
  });

  async function shelve(title: string, actor: calls.TemplateActor = ann): Promise<TemplateId> {
    const templateId = TemplateId.parse(randomUUID());
    const facts = { title, description: '', language: null, tags: [] };
    await bus.call(calls.createTemplate, { actor, templateId, facts });
    const questions = [{ questionId: 'q', youtubeLink: 'https://youtu.be/aaaaaaaaaa1', answer: 'Yes', points: 100 }];
    const changed = [CategoryDraft.parse({ categoryId: 'c', name: 'Songs', questions })];
    const change = { saveId: randomUUID(), basedOn: 1, order: ['c'], changed };
    await bus.call(calls.saveTemplate, { actor, templateId, change });
    return templateId;
  }
  const publish = (templateId: TemplateId) =>
    bus.call(calls.publishTemplate, { actor: ann, templateId, published: true });
  const play = (templateId: TemplateId, gameId: string = randomUUID()) =>
    bus.call(calls.countTemplateUse, { templateId, gameId: GameId.parse(gameId) });
  /** As if what was played of it in this hour had been played at another time. */
  const happenedAt = (templateId: TemplateId, at: string) =>
    database.query('update template_tally set quarter = $2 where template_id = $1 and quarter > $3', [
      ...[templateId, at, new Date(Date.now() - 3_600_000)],
    ]);
  const use = (from: string, to: string, timeZone = 'UTC') =>
    bus.call(calls.templateUse, { from: Date.parse(from), to: Date.parse(to), timeZone });

  it('counts games by day of the requested time zone, each game once', async () => {
    const hits = await shelve('Hits of the night');
    await publish(hits);
    for (const gameId of ['night-1', 'night-1', 'night-2']) await play(hits, gameId);
    // In Tokyo it is the next day already.
    await happenedAt(hits, '2026-03-10T23:30:00Z');
    const days = async (timeZone: string) => (await use('2026-03-09T00:00:00Z', '2026-03-13T00:00:00Z', timeZone)).days;
    expect(await days('UTC')).toEqual([{ day: '2026-03-10', games: 2 }]);
    expect(await days('America/Los_Angeles')).toEqual([{ day: '2026-03-10', games: 2 }]);
    expect(await days('Asia/Tokyo')).toEqual([{ day: '2026-03-11', games: 2 }]);
    expect(await use('2026-03-10T00:00:00Z', '2026-03-10T23:30:00Z')).toEqual({ days: [], templates: [] });
    expect((await use('2026-03-10T23:30:00Z', '2026-03-10T23:45:00Z')).templates).toEqual([
      { title: 'Hits of the night', games: 2 },
    ]);
  });

  it('counts games by the hour from the beginning of the span', async () => {
    const [early, late] = [await shelve('Early'), await shelve('Late')];
    for (const templateId of [early, late]) await publish(templateId);
    await play(early);
    await happenedAt(early, '2026-03-20T18:45:00Z');
    for (let game = 0; game < 2; game++) await play(late);
    await happenedAt(late, '2026-03-20T19:15:00Z');
    const [from, to] = ['2026-03-20T18:15:00Z', '2026-03-20T20:15:00Z'].map((each) => Date.parse(each)) as [
      number,
      number,
    ];
    expect(await bus.call(calls.templateUse, { from, to, timeZone: 'Asia/Kathmandu', byHour: true })).toEqual({
      days: [],
      hours: [
        { at: from, games: 1 },
        { at: from + 3_600_000, games: 2 },
      ],
      templates: [
        { title: 'Late', games: 2 },
        { title: 'Early', games: 1 },
      ],
    });
  });

  it('filters games by code and by moderator', async () => {
    const quiz = await shelve('Of two moderators');
    await publish(quiz);
    const games = [
      ['of-ruth', 'RUTH42', 'Ruth Übel'],
      ['of-kim', 'KQMN77', 'Kim'],
    ] as const;
    for (const [gameId, gameCode, moderatorName] of games) {
      await play(quiz, gameId);
      await database.query(
        `insert into game (game_id, version, game_code, status, moderator_id, moderator_name, created_at)
          values ($1, 1, $2, 'setup', 'mo', $3, $4)`,
        [gameId, gameCode, moderatorName, Date.parse('2026-03-25T20:07:00Z')],
      );
    }
    const span = { from: Date.parse('2026-03-25T00:00:00Z'), to: Date.parse('2026-03-26T00:00:00Z'), timeZone: 'UTC' };
    for (const filter of [{ gameCode: 'ruth42' }, { moderator: 'rutH ü' }])
      expect(await bus.call(calls.templateUse, { ...span, ...filter })).toEqual({
        days: [{ day: '2026-03-25', games: 1 }],
        templates: [{ title: 'Of two moderators', games: 1 }],
      });
    const ofNobody = await bus.call(calls.templateUse, { ...span, gameCode: 'RUTH42', moderator: 'Kim' });
    expect(ofNobody).toEqual({ days: [], templates: [] });
  });

  it('counts private and deleted templates without their title', async () => {
    const [secret, gone, visible] = [await shelve('My wedding'), await shelve('Soon deleted'), await shelve('For all')];
    await publish(gone);
    await publish(visible);
    for (const templateId of [secret, gone, visible, visible, visible]) await play(templateId);
    for (const templateId of [secret, gone, visible]) await happenedAt(templateId, '2026-04-01T12:00:00Z');
    await bus.call(calls.deleteTemplate, { actor: ann, templateId: gone });
    expect(await use('2026-04-01T00:00:00Z', '2026-04-02T00:00:00Z')).toEqual({
      days: [{ day: '2026-04-01', games: 5 }],
      templates: [
        { title: 'For all', games: 3 },
        { title: null, games: 2 },
      ],
    });
  });

  it('dates uses that had no date by the creation of their games', async () => {
    const old = await shelve('An old one');
    await publish(old);
    await play(old, 'old-game');
    await database.query(
      `insert into game (game_id, version, game_code, status, moderator_id, moderator_name, created_at)
        values ('old-game', 1, 'ABCDEF', 'setup', 'mo', 'Mo', $1)`,
      [Date.parse('2026-02-03T20:07:00Z')],
    );
    const migration = new TallyUse1763790000000();
    const runner = database.createQueryRunner();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    expect(await use('2026-02-03T20:00:00Z', '2026-02-03T20:15:00Z')).toEqual({
      days: [{ day: '2026-02-03', games: 1 }],
      templates: [{ title: 'An old one', games: 1 }],
    });
  });

  it('sweeps unpublished templates of guests after half a year', async () => {
    const guest = { userId: UserId.parse(randomUUID()), name: 'Guest', isAdmin: false, isGuest: true };
    const [gone, visible, kept] = [await shelve('Gone', guest), await shelve('Shown', guest), await shelve('Kept')];
    await database.query('update template set published_at = 1 where template_id = $1', [visible]);
    const sweepAfter = (ms: number) => sweepGuestTemplates(database, Date.now() + ms);
    expect(await sweepAfter(GUEST_KEEP_MS - 86_400_000)).toBe(0);
    expect(await sweepAfter(GUEST_KEEP_MS + 86_400_000)).toBe(1);
    const left = await database.query<{ id: string }[]>(
      'select template_id as id from template where template_id = any($1)',
      [[gone, visible, kept]],
    );
    expect(left.map(({ id }) => id).sort()).toEqual([visible, kept].sort());
  });
});
