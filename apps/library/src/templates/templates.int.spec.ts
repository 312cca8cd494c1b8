import { randomUUID } from 'node:crypto';
import * as calls from '@earworm/contracts';
import { onShard, shardOf, snapshot, STARTER_TEMPLATE, TemplateId } from '@earworm/contracts';
import {
  CategoryDraft,
  decide,
  evolve,
  GameCode,
  GameId,
  NO_GAME,
  type GameState,
  UserId,
  viewOf,
} from '@earworm/rules';
import { makeKit } from '@earworm/service-kit/bootstrap';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { withClient } from '@earworm/service-kit/postgres';
import { describeWith, freshDatabase, patientBus } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { library } from '../library.module.js';
import { reports } from './reports.js';

const log = createLog('library', { level: 'silent' });
const LINK = 'https://youtu.be/aaaaaaaaaa1';

const person = (name: string, more: Partial<calls.TemplateActor> = {}): calls.TemplateActor => ({
  userId: UserId.parse(randomUUID()),
  name,
  isAdmin: false,
  isGuest: false,
  ...more,
});
const newId = () => TemplateId.parse(randomUUID());
const question = (id: string, more: Partial<CategoryDraft['questions'][number]> = {}) => ({
  questionId: id,
  youtubeLink: LINK,
  answer: `The secret of ${id}`,
  points: 100,
  ...more,
});
const category = (id: string, name = id, ...questions: object[]) =>
  CategoryDraft.parse({ categoryId: id, name, questions: questions.length > 0 ? questions : [question(`${id}-1`)] });
const facts = (title: string, more: Partial<calls.TemplateFacts> = {}): calls.TemplateFacts => ({
  title,
  description: '',
  language: null,
  tags: [],
  ...more,
});

/** A save waits as long as it does there. */
const AS_THE_GATEWAY = { timeoutMs: 5_000 };

describeWith('postgres', 'the template library', () => {
  const bus = patientBus(createInProcessBus({ log }));
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let stop: () => Promise<void>;
  let dataSource: DataSource;
  const start = async () => {
    const config = library.load({ DATABASE_URL: database.url });
    const app = await NestFactory.create(library.module(makeKit({ name: 'library', bus, log }), config), {
      logger: false,
      abortOnError: false,
    });
    await app.init();
    dataSource = app.get(DataSource);
    stop = () => app.close();
  };

  beforeAll(async () => {
    database = await freshDatabase();
    await start();
  });
  afterAll(async () => {
    await stop();
    await database.drop();
  });

  const ann = person('Ann');
  const bob = person('Bob');
  const root = person('Root', { isAdmin: true });

  async function shelve(
    actor: calls.TemplateActor,
    templateFacts: calls.TemplateFacts,
    ...categories: CategoryDraft[]
  ) {
    const templateId = newId();
    await bus.call(calls.createTemplate, { actor, templateId, facts: templateFacts });
    const order = categories.map(({ categoryId }) => categoryId);
    const change = { saveId: randomUUID(), basedOn: 1, order, changed: categories };
    await bus.call(calls.saveTemplate, { actor, templateId, change }, AS_THE_GATEWAY);
    return templateId;
  }
  const publish = (actor: calls.TemplateActor, templateId: TemplateId, published = true) =>
    bus.call(calls.publishTemplate, { actor, templateId, published });
  const content = (actor: calls.TemplateActor, templateId: TemplateId) =>
    bus.call(calls.readTemplateContent, { actor, templateId });
  const detail = (actor: calls.TemplateActor, templateId: TemplateId) =>
    bus.call(calls.readTemplate, { actor, templateId });
  const titles = async (search: Partial<Parameters<typeof find>[0]>) =>
    (await find(search)).templates.map(({ title }) => title);
  const find = (search: {
    q?: string;
    tags?: string;
    language?: string;
    sort?: 'popular' | 'newest' | 'title';
    page?: number;
  }) => bus.call(calls.browseTemplates, { actor: bob, search });
  const refused = (code: calls.ErrorCode, params?: calls.Params) =>
    expect.objectContaining(params === undefined ? { code } : { code, params });

  describe('built-in templates', () => {
    it('creates the built-in templates at the first start, and not again at the second', async () => {
      const builtIn = await find({ sort: 'title' });
      expect(builtIn.templates.map(({ title }) => title)).toContain('Starter quiz');
      expect(builtIn.templates.every(({ isHouse, publishedAt }) => isHouse && publishedAt !== null)).toBe(true);
      await stop();
      await start();
      expect(await find({ sort: 'title' })).toEqual(builtIn);
    });

    it('lets any user start a game from a built-in template', async () => {
      const { categories } = await bus.call(calls.takeTemplate, {
        actor: bob,
        templateId: STARTER_TEMPLATE,
      });
      expect(categories.length).toBeGreaterThanOrEqual(4);
      const ids = categories.flatMap((each) => each.questions.map((q) => q.questionId));
      expect(new Set(ids).size).toBe(ids.length);
      expect(categories[0]?.questions[0]).toMatchObject({ clipId: expect.any(String), youtubeLink: '' });
    });
  });

  describe('visibility to other users', () => {
    it('hides a template before it is published', async () => {
      const templateId = await shelve(ann, facts('Hidden treasure'), category('a'));
      await expect(detail(bob, templateId)).rejects.toEqual(refused('template-not-found'));
      await expect(content(bob, templateId)).rejects.toEqual(refused('template-not-found'));
      await expect(bus.call(calls.takeTemplate, { actor: bob, templateId })).rejects.toEqual(
        refused('template-not-found'),
      );
      expect(await titles({ q: 'hidden' })).toEqual([]);
    });

    it('shows the board of a published template without answers, links and songs', async () => {
      const templateId = await shelve(
        ann,
        facts('Film music'),
        category('a', 'Villains', question('q1', { youtubeSongName: 'Imperial March', clipId: 'clip77' })),
      );
      await publish(ann, templateId);
      const seen = await detail(bob, templateId);
      expect(seen).toMatchObject({ title: 'Film music', mine: false, board: [{ name: 'Villains', points: [100] }] });
      const listed = JSON.stringify([seen, await find({ q: 'film' })]);
      for (const secret of ['secret', 'aaaaaaaaaa1', 'Imperial', 'clip77']) expect(listed).not.toContain(secret);
      await expect(content(bob, templateId)).rejects.toEqual(refused('template-not-yours'));
      await expect(bus.call(calls.exportTemplate, { actor: bob, templateId, format: 'json' })).rejects.toEqual(
        refused('template-not-yours'),
      );
      expect(await titles({ q: 'imperial' })).toEqual([]);
    });

    it('refuses to let another user change, publish or delete a template', async () => {
      const templateId = await shelve(ann, facts('Mine'), category('a'));
      await publish(ann, templateId);
      const change = { saveId: randomUUID(), basedOn: 2, facts: facts('Yours') };
      for (const attempt of [
        bus.call(calls.saveTemplate, { actor: bob, templateId, change }),
        bus.call(calls.saveTemplate, { actor: root, templateId, change }),
        publish(bob, templateId, false),
        bus.call(calls.deleteTemplate, { actor: bob, templateId }),
      ])
        await expect(attempt).rejects.toEqual(refused('template-not-yours'));
      expect(await detail(bob, templateId)).toMatchObject({ title: 'Mine' });
    });
  });

  describe('browsing', () => {
    it('finds prefixes of words without case and accents, in any alphabet', async () => {
      const shelf = person('Åsa Öberg');
      for (const title of [
        'Façade Élan',
        '東京の歌',
        'Русские песни',
        "Robert'); drop table template;--",
        '🎸 <script>alert(1)</script>',
      ])
        await publish(shelf, await shelve(shelf, facts(title), category('a', 'Oldies but goldies')));
      expect(await titles({ q: 'facade ela' })).toEqual(['Façade Élan']);
      expect(await titles({ q: '京' })).toEqual(['東京の歌']);
      expect(await titles({ q: 'РУССК' })).toEqual(['Русские песни']);
      expect(await titles({ q: "robert'); drop" })).toEqual(["Robert'); drop table template;--"]);
      expect(await titles({ q: 'script' })).toEqual(['🎸 <script>alert(1)</script>']);
      expect((await find({ q: 'oberg goldies' })).total).toBe(5);
      expect(await titles({ q: "':* & !!! \\", tags: 'nothing-has-this' })).toEqual([]);
    });

    it('filters by tags and language, and offers existing ones', async () => {
      const one = facts('Tagged one', { tags: ['Rock', ' 80s ', 'rock'], language: 'de' });
      await publish(ann, await shelve(ann, one, category('a')));
      await publish(ann, await shelve(ann, facts('Tagged two', { tags: ['rock'] }), category('a')));
      expect(await titles({ tags: 'rock', sort: 'title' })).toEqual(['Tagged one', 'Tagged two']);
      expect(await titles({ tags: 'rock,80s' })).toEqual(['Tagged one']);
      expect(await titles({ language: 'de' })).toEqual(['Tagged one']);
      const { tags, languages } = await find({});
      expect(tags).toEqual(
        expect.arrayContaining([
          { tag: 'rock', count: 2 },
          { tag: '80s', count: 1 },
        ]),
      );
      expect(languages).toEqual(expect.arrayContaining(['de', 'en']));
    });

    it('reads the tags and languages of all templates once for many who browse, and again after a change', async () => {
      const templateId = await shelve(ann, facts('Tagged', { tags: ['kept'] }), category('a'));
      const look = () => bus.call(calls.browseTemplates, { actor: bob, search: calls.TemplateSearch.parse({}) });
      await publish(ann, templateId);
      const queries = jest.spyOn(dataSource.manager, 'query');
      const answers = [await look(), await look(), ...(await Promise.all([look(), look()]))];
      expect(queries).toHaveBeenCalledTimes(2);
      queries.mockRestore();
      for (const { tags } of answers) expect(tags).toContainEqual({ tag: 'kept', count: 1 });
      await bus.call(calls.deleteTemplate, { actor: ann, templateId });
      expect((await look()).tags.map(({ tag }) => tag)).not.toContain('kept');
    });

    it('pages without gaps or repetitions, ordered by use', async () => {
      const many = person('Many');
      const made: string[] = [];
      for (let i = 0; i < 30; i++) {
        const templateId = await shelve(many, facts(`Pager ${i}`), category('a'));
        await publish(many, templateId);
        made.push(templateId);
      }
      for (const gameId of ['g1', 'g2', 'g2'])
        await bus.call(calls.countTemplateUse, { templateId: TemplateId.parse(made[7]), gameId: GameId.parse(gameId) });
      for (const sort of ['popular', 'newest', 'title'] as const) {
        const pages = [await find({ q: 'pager', sort }), await find({ q: 'pager', sort, page: 2 })];
        expect(pages.map(({ total }) => total)).toEqual([30, 30]);
        expect(new Set(pages.flatMap(({ templates }) => templates.map((t) => t.templateId)))).toEqual(new Set(made));
      }
      expect((await find({ q: 'pager' })).templates[0]).toMatchObject({ title: 'Pager 7', useCount: 2 });
    });
  });

  describe('editing', () => {
    it('keeps, moves, changes and removes categories in one save', async () => {
      const templateId = await shelve(ann, facts('Edited'), category('a'), category('b'), category('c'));
      const change = {
        saveId: randomUUID(),
        basedOn: 2,
        facts: facts('Edited twice', { description: 'two\nlines' }),
        order: ['c', 'd', 'a'],
        changed: [category('a', 'A new name'), category('d')],
      };
      expect(await bus.call(calls.saveTemplate, { actor: ann, templateId, change })).toEqual({
        templateId,
        version: 3,
      });
      const after = await content(ann, templateId);
      expect(after).toMatchObject({ title: 'Edited twice', description: 'two\nlines', version: 3 });
      expect(after.categories.map(({ name }) => name)).toEqual(['c', 'd', 'A new name']);
    });

    it('refuses the second of two conflicting saves without overwriting anything', async () => {
      const templateId = await shelve(ann, facts('Two tabs'), category('a'));
      const save = (title: string, basedOn: number) =>
        bus.call(calls.saveTemplate, {
          actor: ann,
          templateId,
          change: { saveId: randomUUID(), basedOn, facts: facts(title) },
        });
      const both = await Promise.allSettled([save('First tab', 2), save('Second tab', 2)]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'template-changed', params: { version: 3 } },
      });
      const stands = await content(ann, templateId);
      expect(stands.version).toBe(3);
      await save('On top of it, knowing', stands.version);
      expect((await content(ann, templateId)).title).toBe('On top of it, knowing');
    });

    it('answers a repeated save once applied', async () => {
      const templateId = await shelve(ann, facts('Lost answer'), category('a'));
      const change = { saveId: randomUUID(), basedOn: 2, facts: facts('Found') };
      const first = await bus.call(calls.saveTemplate, { actor: ann, templateId, change });
      expect(await bus.call(calls.saveTemplate, { actor: ann, templateId, change })).toEqual(first);
    });

    it('creates no more templates than the quota when many are created at once', async () => {
      const guest = person('Guest', { isGuest: true });
      const created = await Promise.allSettled(
        Array.from({ length: calls.TEMPLATE_LIMITS.perGuest + 5 }, () =>
          bus.call(calls.createTemplate, { actor: guest, templateId: newId(), facts: facts('T') }, AS_THE_GATEWAY),
        ),
      );
      const refusals = created.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
      expect(refusals).toEqual(Array.from({ length: 5 }, () => refused('template-limit')));
      expect((await bus.call(calls.myTemplates, { actor: guest })).total).toBe(calls.TEMPLATE_LIMITS.perGuest);
    });

    it('refuses an order with an unknown category, without any change', async () => {
      const templateId = await shelve(ann, facts('Orderly'), category('a'), category('b'));
      for (const bad of [{ order: ['a', 'x'] }, { order: ['a', 'a'] }, { changed: [category('new')] }]) {
        const change = { saveId: randomUUID(), basedOn: 2, ...bad };
        await expect(bus.call(calls.saveTemplate, { actor: ann, templateId, change })).rejects.toEqual(
          refused('bad-request'),
        );
      }
      expect((await content(ann, templateId)).categories.map(({ name }) => name)).toEqual(['a', 'b']);
    });

    const boardOf = (perCategory: number, more: Partial<CategoryDraft['questions'][number]> = {}) =>
      Array.from({ length: 200 }, (_, c) =>
        category(
          `c${c}`,
          `Category ${c}`,
          ...Array.from({ length: perCategory }, (_question, q) => question(`${c}-${q}`, more)),
        ),
      );
    const save = (
      actor: calls.TemplateActor,
      templateId: TemplateId,
      change: Partial<calls.TemplateChange> & { basedOn: number },
    ) =>
      bus.call(calls.saveTemplate, { actor, templateId, change: { saveId: randomUUID(), ...change } }, AS_THE_GATEWAY);
    const tooLarge = refused('template-too-large');

    it('holds a thousand questions, and refuses more than the limit', async () => {
      const templateId = await shelve(ann, facts('Everything'), ...boardOf(5));
      expect(await detail(ann, templateId)).toMatchObject({ categoryCount: 200, questionCount: 1_000 });
      await expect(save(ann, templateId, { basedOn: 2, changed: boardOf(10) })).rejects.toEqual(tooLarge);
      await expect(
        bus.call(calls.createTemplate, {
          ...{ actor: ann, templateId: newId(), facts: facts('Too much'), categories: boardOf(10) },
        }),
      ).rejects.toEqual(tooLarge);
    });

    it('edits, copies and publishes a template larger than the limit, and refuses to let it grow', async () => {
      const templateId = newId();
      await bus.call(calls.createTemplate, { actor: ann, templateId, facts: facts('Larger') });
      const order = boardOf(1).map(({ categoryId }) => categoryId);
      const half = boardOf(20);
      // As a page of an exported one.
      await save(ann, templateId, { basedOn: 1, order, changed: half, isImport: true });
      expect((await detail(ann, templateId)).questionCount).toBe(4_000);
      const longer = category('c0', 'C', ...half[0]!.questions, question('one-more'));
      await expect(save(ann, templateId, { basedOn: 2, changed: [longer] })).rejects.toEqual(tooLarge);
      const shorter = category('c0', 'C', ...half[0]!.questions.slice(1));
      expect(await save(ann, templateId, { basedOn: 2, changed: [shorter] })).toMatchObject({ version: 3 });
      expect(await save(ann, templateId, { basedOn: 3, facts: facts('Renamed') })).toMatchObject({ version: 4 });
      await expect(save(ann, templateId, { basedOn: 4, changed: half.slice(0, 1) })).rejects.toEqual(tooLarge);
      await publish(ann, templateId);
      const [carl, copyId] = [person('Carl'), newId()];
      await bus.call(calls.copyTemplate, { actor: carl, templateId, copyId }, AS_THE_GATEWAY);
      expect((await detail(carl, copyId)).questionCount).toBe(3_999);
      expect(
        (await bus.call(calls.takeTemplate, { actor: carl, templateId: copyId }, AS_THE_GATEWAY)).categories,
      ).toHaveLength(200);
    });

    it('refuses an import that is larger than an exported template ever was', async () => {
      const templateId = await shelve(ann, facts('Endless'), category('a'));
      const changed = boardOf(30, { answer: 'ü'.repeat(200) });
      const order = changed.map(({ categoryId }) => categoryId);
      await expect(save(ann, templateId, { basedOn: 2, order, changed, isImport: true })).rejects.toEqual(tooLarge);
    });

    it('writes only the categories of a save that changed', async () => {
      const templateId = await shelve(ann, facts('Everything'), ...boardOf(5));
      const one = { saveId: randomUUID(), basedOn: 2, changed: [category('c7', 'Renamed')] };
      const written = () =>
        withClient(database.url, async (client) => {
          const { rows } = await client.query<{ category_id: string; written: string }>(
            'select category_id, xmin::text as written from library.template_category where template_id = $1',
            [templateId],
          );
          return new Map(rows.map((row) => [row.category_id, row.written]));
        });
      const before = await written();
      await bus.call(calls.saveTemplate, { actor: ann, templateId, change: one });
      const after = await written();
      // Not rewritten as a whole.
      expect([...after].filter(([id, by]) => before.get(id) !== by).map(([id]) => id)).toEqual(['c7']);
    });
  });

  describe('publishing', () => {
    it('requires an account, a title, a question, and complete questions', async () => {
      const guest = person('Guest', { isGuest: true });
      await expect(publish(guest, await shelve(guest, facts('T'), category('a')))).rejects.toEqual(
        refused('account-required'),
      );
      await expect(publish(ann, await shelve(ann, facts(' '), category('a')))).rejects.toEqual(
        refused('template-title-required'),
      );
      await expect(publish(ann, await shelve(ann, facts('T')))).rejects.toEqual(refused('template-empty'));
      const half = category(
        'a',
        'Half',
        question('q1'),
        question('q2', { answer: '' }),
        question('q3', { youtubeLink: 'x' }),
      );
      await expect(publish(ann, await shelve(ann, facts('T'), half))).rejects.toEqual(
        refused('template-incomplete', { n: 2, where: 'Half' }),
      );
    });

    it('hides a template again that is unpublished', async () => {
      const templateId = await shelve(ann, facts('Back and forth'), category('a'));
      await publish(ann, templateId);
      expect(await titles({ q: 'forth' })).toEqual(['Back and forth']);
      await publish(ann, templateId, false);
      expect(await titles({ q: 'forth' })).toEqual([]);
      await expect(detail(bob, templateId)).rejects.toEqual(refused('template-not-found'));
    });

    it('never shows an author by their e-mail address', async () => {
      const mail = person('ann@example.org');
      const templateId = await shelve(mail, facts('By mail'), category('a'));
      await publish(mail, templateId);
      expect((await detail(bob, templateId)).ownerName).toBe('Guest');
    });
  });

  describe('copies and games', () => {
    it('gives a copy to the user who made it, and leaves the original unchanged', async () => {
      const templateId = await shelve(ann, facts('Original', { tags: ['x'] }), category('a'));
      await publish(ann, templateId);
      const copyId = newId();
      const copy = () => bus.call(calls.copyTemplate, { actor: bob, templateId, copyId });
      await copy();
      await copy();
      expect(await content(bob, copyId)).toMatchObject({
        title: 'Original (copy)',
        tags: ['x'],
        publishedAt: null,
        categories: [{ name: 'a' }],
      });
      expect((await bus.call(calls.myTemplates, { actor: bob, page: 1 })).templates).toHaveLength(1);
      await bus.call(calls.deleteTemplate, { actor: bob, templateId: copyId });
      expect(await detail(bob, templateId)).toMatchObject({ title: 'Original' });
    });

    it('starts a game with the complete questions only', async () => {
      const templateId = await shelve(
        ann,
        facts('Half done'),
        category('a', '', question('q1'), question('q2', { answer: '' })),
        category('b', 'Empty', question('q3', { answer: ' ' })),
      );
      const { categories } = await bus.call(calls.takeTemplate, { actor: ann, templateId });
      expect(categories).toMatchObject([{ name: 'Category 1', questions: [{ answer: 'The secret of q1' }] }]);
      expect(categories).toHaveLength(1);
      const again = await bus.call(calls.takeTemplate, { actor: ann, templateId });
      const ids = [categories, again.categories].flatMap((all) =>
        all.flatMap(({ categoryId, questions }) => [categoryId, ...questions.map(({ questionId }) => questionId)]),
      );
      expect(new Set([...ids, 'a', 'q1']).size).toBe(ids.length + 2);
      const nothing = await shelve(ann, facts('Nothing'));
      await expect(bus.call(calls.takeTemplate, { actor: ann, templateId: nothing })).rejects.toEqual(
        refused('template-empty'),
      );
    });

    it('lets only its moderator save a game as a template', async () => {
      const gameId = GameId.parse('game-1');
      const decision = decide(
        NO_GAME,
        {
          type: 'createGame',
          gameCode: GameCode.parse('ABCDEF'),
          moderatorName: 'Ann',
          settings: {},
          categories: [category('a', 'Played', question('q1'), question('q2', { youtubeLink: '', clipId: 'clip1' }))],
        },
        { now: 1, actor: { userId: ann.userId, isAdmin: false }, gameId, seatHash: null },
      );
      if (!('events' in decision)) throw new Error('refused');
      const game = decision.events.reduce<GameState>(evolve, NO_GAME);
      if (game.status === 'none') throw new Error('no game');
      bus.serve(
        onShard(snapshot, shardOf(gameId)),
        () => ({
          logId: 'l',
          version: 1,
          now: 1,
          moderatorId: ann.userId,
          view: JSON.stringify(viewOf(game, 'full')),
          seat: 'null',
        }),
        { queue: null },
      );
      const wish = { templateId: newId(), gameId, title: 'From a game' };
      await expect(bus.call(calls.templateFromGame, { actor: bob, ...wish })).rejects.toEqual(refused('not-moderator'));
      await bus.call(calls.templateFromGame, { actor: ann, ...wish });
      const stored = await content(ann, wish.templateId);
      expect(stored.categories).toMatchObject([
        {
          name: 'Played',
          questions: [
            { youtubeLink: LINK, clipId: null, answer: 'The secret of q1' },
            { youtubeLink: '', clipId: 'clip1' },
          ],
        },
      ]);
    });
  });

  describe('export', () => {
    it.each(['json', 'csv'] as const)('exports a template as %s, named after its title', async (format) => {
      const templateId = await shelve(
        ann,
        facts('Für 🎵 Ann'),
        category('a', 'שירים', question('q1', { answer: '=HYPERLINK("x")' })),
        category('b', 'Zwei'),
      );
      const file = await bus.call(calls.exportTemplate, { actor: ann, templateId, format });
      expect(file.fileName).toBe(`Für-Ann.${format}`);
      for (const text of ['שירים', 'HYPERLINK', 'Zwei', LINK]) expect(file.text).toContain(text);
    });
  });

  describe('list import', () => {
    const bring = (templateId: TemplateId, categories: CategoryDraft[], actor = ann) =>
      bus.call(calls.createTemplate, { actor, templateId, facts: facts('Brought'), categories });

    it('creates a template with its board in one call, and only once', async () => {
      const templateId = newId();
      const categories = [category('a', 'Eins', question('q1'), question('q2', { youtubeLink: '', answer: '' }))];
      expect(await bring(templateId, categories)).toEqual({ templateId, version: 1 });
      expect(await bring(templateId, [category('b', 'Zwei')])).toEqual({ templateId, version: 1 });
      expect((await content(ann, templateId)).categories).toMatchObject([
        { name: 'Eins', questions: [{}, { answer: '' }] },
      ]);
      await expect(bring(templateId, categories, bob)).rejects.toEqual(refused('id-taken'));
    });

    it('refuses a list that names a category twice or is too large for a template, and creates none', async () => {
      const before = (await bus.call(calls.myTemplates, { actor: ann, page: 1 })).total;
      await expect(bring(newId(), [category('a', 'Eins'), category('a', 'Zwei')])).rejects.toEqual(
        refused('bad-request'),
      );
      const long = 'x'.repeat(200);
      const full = Array.from({ length: 200 }, (_, c) =>
        category(
          `c${c}`,
          'Lang',
          ...Array.from({ length: 30 }, (_question, q) =>
            question(`c${c}q${q}`, { answer: long, youtubeSongName: long, youtubeLink: long }),
          ),
        ),
      );
      await expect(bring(newId(), full)).rejects.toMatchObject({ code: 'template-too-large' });
      expect((await bus.call(calls.myTemplates, { actor: ann, page: 1 })).total).toBe(before);
    });
  });

  describe('reports', () => {
    const tell = (actor: calls.TemplateActor, templateId: TemplateId, text = '') =>
      bus.call(calls.reportTemplate, { actor, templateId, reason: 'offensive', text });
    const settle = (templateId: TemplateId, verdict: 'takeDown' | 'dismiss' | 'restore', note = '') =>
      bus.call(calls.settleReports, { actor: root, templateId, verdict, note });
    const open = async (templateId: TemplateId) =>
      (await bus.call(calls.templateReports, { actor: root })).templates.find(
        ({ template }) => template.templateId === templateId,
      );

    it('lists the last report of each user, to admins only', async () => {
      const templateId = await shelve(ann, facts('Rude'), category('a'));
      await publish(ann, templateId);
      await tell(bob, templateId, 'first');
      await tell(bob, templateId, 'second');
      await tell(person('Cyd'), templateId);
      expect((await open(templateId))?.reports.map(({ text }) => text).sort()).toEqual(['', 'second']);
      await expect(bus.call(calls.templateReports, { actor: ann })).rejects.toEqual(refused('forbidden'));
      await settle(templateId, 'dismiss');
      expect(await open(templateId)).toBeUndefined();
    });

    it('reads a page of reported templates in one query, the most reported first and those taken down last', async () => {
      const ids: TemplateId[] = [];
      for (const title of ['Taken down', 'Reported once', 'Reported twice']) {
        const templateId = await shelve(ann, facts(title), category('a'));
        await publish(ann, templateId);
        await tell(bob, templateId);
        ids.push(templateId);
      }
      await tell(person('Cyd'), ids[2]!);
      await settle(ids[0]!, 'takeDown');
      const runner = dataSource.createQueryRunner();
      const queries = jest.spyOn(runner, 'query');
      const page = await reports(runner.manager, root);
      await runner.release();
      expect(queries).toHaveBeenCalledTimes(1);
      expect(page.map(({ template, reports: { length } }) => [template.title, length])).toEqual([
        ['Reported twice', 2],
        ['Reported once', 1],
        ['Taken down', 1],
      ]);
      for (const templateId of ids) await settle(templateId, 'restore');
    });

    it('refuses a report on an invisible template as not found', async () => {
      const templateId = await shelve(ann, facts('Not published'), category('a'));
      await expect(tell(bob, templateId)).rejects.toEqual(refused('template-not-found'));
      expect(await open(templateId)).toBeUndefined();
    });

    it('takes a template down, which its owner sees and cannot undo', async () => {
      const templateId = await shelve(ann, facts('Ruder'), category('a'));
      await publish(ann, templateId);
      await tell(bob, templateId);
      await settle(templateId, 'takeDown', 'This insults people.');
      await expect(detail(bob, templateId)).rejects.toEqual(refused('template-not-found'));
      expect((await detail(ann, templateId)).takenDown).toBe('This insults people.');
      await expect(publish(ann, templateId)).rejects.toEqual(
        refused('template-taken-down', { why: 'This insults people.' }),
      );
      await settle(templateId, 'restore');
      await publish(ann, templateId);
      expect(await detail(bob, templateId)).toMatchObject({ takenDown: null });
    });

    it('keeps a built-in template taken down across a restart', async () => {
      const templateId = TemplateId.parse('house-encore');
      await settle(templateId, 'takeDown');
      await stop();
      await start();
      await expect(detail(bob, templateId)).rejects.toEqual(refused('template-not-found'));
    });
  });

  describe('templates of a guest who signs in to an account', () => {
    const move = (from: calls.TemplateActor, to: calls.TemplateActor) =>
      bus.call(calls.moveInLibrary, { from: from.userId, to: to.userId });

    it('moves a guest’s templates to the account, even beyond its quota', async () => {
      const [guest, cleo] = [person('Guest', { isGuest: true }), person('Cleo')];
      const own = await shelve(guest, facts('A guest’s'), category('a'));
      const full = calls.TEMPLATE_LIMITS.perOwner;
      await withClient(database.url, (client) =>
        client.query(
          `insert into library.template (template_id, owner_id, owner_name, title, description, tags, created_at, updated_at)
            select $1 || n, $1, 'Cleo', 'T', '', '{}', 1, 1 from generate_series(1, ${full}) as n`,
          [cleo.userId],
        ),
      );
      expect(await move(guest, cleo)).toEqual({ templates: 1, games: 0 });
      expect(await move(guest, cleo)).toEqual({ templates: 1, games: 0 });
      expect((await bus.call(calls.myTemplates, { actor: cleo })).total).toBe(full + 1);
      expect((await bus.call(calls.myTemplates, { actor: guest })).total).toBe(0);
      await publish(cleo, own);
      await expect(content(guest, own)).rejects.toEqual(refused('template-not-yours'));
    });

    it('exempts templates from the guest sweep when their guest signs in to an account or becomes one', async () => {
      const [guest, other, dan] = [person('G', { isGuest: true }), person('H', { isGuest: true }), person('Dan')];
      const ids = [await shelve(guest, facts('One')), await shelve(other, facts('Two'))];
      await move(guest, dan);
      await move(other, other);
      const [rows] = await withClient(database.url, async (client) => [
        (await client.query('select by_guest from library.template where template_id = any($1)', [ids])).rows,
      ]);
      expect(rows).toEqual([{ by_guest: false }, { by_guest: false }]);
    });
  });
});
