import { randomUUID } from 'node:crypto';
import * as calls from '@earworm/contracts';
import { type Room, type ShowId, TemplateId } from '@earworm/contracts';
import { GameId } from '@earworm/rules';
import { describeWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { actor, OLGA, outcomeOf, row, type RunningEvents, runEvents } from '../testing/running-events.js';

const [FIRST, SECOND, THIRD] = ['template-1', 'template-2', 'template-3'].map((id) => TemplateId.parse(id)) as [
  TemplateId,
  TemplateId,
  TemplateId,
];
const VERA = actor('vera');
const CEM = actor('cem', { isGuest: true });

describeWith('postgres', 'the rounds of a room', () => {
  let events: RunningEvents;
  beforeAll(async () => {
    events = await runEvents();
    // Two replicas answer calls.
    await events.start();
  });
  beforeEach(async () => {
    await events.clear();
    for (const template of [SECOND, THIRD]) events.games.templates.add(template);
  });
  afterAll(() => events?.close());

  /** A room with its first game. */
  async function roomOf(laterTemplateIds: TemplateId[] = [SECOND, THIRD]) {
    const showId = await events.newShow({ settings: { attempts: 'once' } });
    await events.save(showId, [row(1, { templateId: FIRST, laterTemplateIds })]);
    await events.prepare(showId);
    await events.prepared(showId);
    const [room] = await events.rooms(showId);
    if (room?.gameId == null) throw new Error('the room has no game');
    return { showId, room, first: room.gameId };
  }
  const now = async (room: Room, showId: ShowId) => (await events.readRounds(room, showId)).gameId;
  /** What the crew does by themselves. */
  const playAgain = (from: GameId): GameId => {
    const game = GameId.parse(`again-${randomUUID()}`);
    events.games.over.add(from);
    events.games.next.set(from, game);
    return game;
  };
  /** A process that dies here never answers, and nothing after it happens. */
  const dies = (): never => {
    throw new calls.RefusedError('retry');
  };

  it('begin one after the other, with template and settings of their own game, until none is left', async () => {
    const { showId, room, first } = await roomOf();
    const titles = ['Title of template-1', 'Title of template-2', 'Title of template-3'].map((title) => ({ title }));
    expect(await events.readRounds(room, showId)).toEqual({
      round: 1,
      planned: titles,
      gameId: first,
      status: 'setup',
    });
    expect(events.games.created.size).toBe(1);

    const second = await events.beginRound(room, showId, 2, first);
    expect(second.gameCode).toBe(room.gameCode);
    expect(events.games.created.get(second.gameId)).toMatchObject({
      ...{ actor: { userId: `room-${room.roomId}` }, moderatorName: 'Room 1', settings: { attempts: 'once' } },
      categories: [{ name: 'One' }],
    });
    expect(events.games.named.get(second.gameId)).toBe('Room 1');
    expect(await events.readRounds(room, showId)).toMatchObject({ round: 2, gameId: second.gameId });
    const third = await events.beginRound(room, showId, 3, second.gameId);
    expect(events.games.taken.map(({ templateId }) => templateId)).toEqual([FIRST, SECOND, THIRD]);
    await expect(events.beginRound(room, showId, 4, third.gameId)).rejects.toMatchObject({ code: 'round-missing' });
    expect(events.games.created.size).toBe(3);
  });

  it('begin once when two operators ask at the same time, and after a second tap', async () => {
    const { showId, room, first } = await roomOf();
    await events.staffed(showId, VERA, 'operator');
    const both = await Promise.all([OLGA, VERA].map((by) => events.beginRound(room, showId, 2, first, by)));
    expect(both[0]).toEqual(both[1]);
    expect(await events.beginRound(room, showId, 2, first)).toEqual(both[0]);
    expect([events.games.created.size, (await events.readRounds(room, showId)).round]).toEqual([2, 2]);
  });

  it('begin once when another operator asks while the first one is being led on', async () => {
    const { showId, room, first } = await roomOf();
    await events.staffed(showId, VERA, 'operator');
    let other: ReturnType<typeof events.beginRound> | undefined;
    events.games.beforeLook = async () => {
      events.games.beforeLook = () => undefined;
      other = events.beginRound(room, showId, 2, first, VERA);
      await other;
    };
    const one = await events.beginRound(room, showId, 2, first);
    expect([one, events.games.created.size]).toEqual([await other, 2]);
  });

  it.each(['afterCreation', 'beforeFollowing', 'afterFollowing'] as const)(
    'finish by a repeat after a crash at %s, without a second game',
    async (step) => {
      const { showId, room, first } = await roomOf();
      events.games[step] = dies;
      expect(await outcomeOf(events.beginRound(room, showId, 2, first))).toBe('retry');
      expect((await events.readRounds(room, showId)).round).toBe(1);
      events.games[step] = () => undefined;
      const { gameId } = await events.beginRound(room, showId, 2, first);
      expect([events.games.created.size, events.games.next.get(first)]).toEqual([2, gameId]);
      expect(await events.readRounds(room, showId)).toMatchObject({ round: 2, gameId });
    },
  );

  it('lead no one back when the crew has played again between a crash and its repeat', async () => {
    const { showId, room, first } = await roomOf();
    events.games.afterFollowing = dies;
    await outcomeOf(events.beginRound(room, showId, 2, first));
    events.games.afterFollowing = () => undefined;
    const again = playAgain(await now(room, showId));
    expect(await events.beginRound(room, showId, 2, first)).toMatchObject({ gameId: again });
    expect(events.games.next.has(again)).toBe(false);
    expect(await events.readRounds(room, showId)).toMatchObject({ round: 2, gameId: again });
  });

  it('begin after games that the crew played again, and refuse while another game is there than was seen', async () => {
    const { showId, room, first } = await roomOf();
    const again = playAgain(first);
    expect(await outcomeOf(events.beginRound(room, showId, 2, first))).toBe('round-moved');
    expect(events.games.created.size).toBe(1);
    const { gameId } = await events.beginRound(room, showId, 2, again);
    expect(events.games.next.get(again)).toBe(gameId);
  });

  it('lose against the crew that plays again at the same moment', async () => {
    const { showId, room, first } = await roomOf();
    events.games.beforeFollowing = () => void playAgain(first);
    expect(await outcomeOf(events.beginRound(room, showId, 2, first))).toBe('round-moved');
    events.games.beforeFollowing = () => undefined;
    const there = await now(room, showId);
    expect((await events.readRounds(room, showId)).round).toBe(1);
    const { gameId } = await events.beginRound(room, showId, 2, there);
    expect([events.games.next.get(there), events.games.created.size]).toEqual([gameId, 2]);
  });

  it('need a template that exists; another one can be chosen for a room that is being played', async () => {
    const { showId, room, first } = await roomOf([SECOND]);
    events.games.templates.delete(SECOND);
    await expect(events.beginRound(room, showId, 2, first)).rejects.toMatchObject({
      code: 'round-template-gone',
      params: { n: 2 },
    });
    expect((await events.readRounds(room, showId)).planned[1]).toEqual({ title: null });
    await events.save(showId, [row(1, { templateId: FIRST, laterTemplateIds: [THIRD] })]);
    const { gameId } = await events.beginRound(room, showId, 2, first);
    expect(events.games.taken.at(-1)?.templateId).toBe(THIRD);
    expect(await now(room, showId)).toBe(gameId);
  });

  it('use another template that was chosen after a crash', async () => {
    const { showId, room, first } = await roomOf([SECOND]);
    events.games.beforeFollowing = dies;
    await outcomeOf(events.beginRound(room, showId, 2, first));
    events.games.beforeFollowing = () => undefined;
    await events.save(showId, [row(1, { templateId: FIRST, laterTemplateIds: [THIRD] })]);
    await events.beginRound(room, showId, 2, first);
    expect(events.games.taken.at(-1)?.templateId).toBe(THIRD);
  });

  it('keep the templates of those that have begun, and can be planned and removed after them', async () => {
    const { showId, room, first } = await roomOf([SECOND]);
    await events.beginRound(room, showId, 2, first);
    const save = (laterTemplateIds: TemplateId[]) =>
      outcomeOf(events.save(showId, [row(1, { templateId: FIRST, laterTemplateIds })]));
    expect([await save([THIRD]), await save([])]).toEqual(['room-has-game', 'room-has-game']);
    expect([await save([SECOND, THIRD]), await save([SECOND])]).toEqual(['ok', 'ok']);
  });

  it('read a template with the rights of the operator who planned it, also when another one begins', async () => {
    const { showId, room, first } = await roomOf([SECOND]);
    await events.staffed(showId, VERA, 'operator');
    await events.save(showId, [row(1, { name: 'Garden', templateId: FIRST, laterTemplateIds: [SECOND] })], VERA);
    await events.prepared(showId);
    await events.beginRound(room, showId, 2, first, VERA);
    expect(events.games.taken.at(-1)).toMatchObject({ templateId: SECOND, actor: { userId: 'olga', isAdmin: false } });
    const there = await now(room, showId);
    await events.save(showId, [row(1, { name: 'Garden', templateId: FIRST, laterTemplateIds: [SECOND, THIRD] })], VERA);
    await events.beginRound(room, showId, 3, there);
    expect(events.games.taken.at(-1)).toMatchObject({ templateId: THIRD, actor: { userId: 'vera' } });
  });

  it('begin for the crew with the right for it, and for no viewer, other moderator or administrator', async () => {
    const { showId, room, first } = await roomOf();
    await events.staffed(showId, VERA, 'viewer');
    const begin = (by: calls.ShowActor) => outcomeOf(events.beginRound(room, showId, 2, first, by));
    const admin = actor('ada', { isAdmin: true });
    expect([await begin(VERA), await begin(admin)]).toEqual(['right-missing', 'event-not-found']);
    expect([await begin(CEM), await outcomeOf(events.readRounds(room, showId, CEM))]).toEqual(
      Array.from({ length: 2 }, () => 'event-not-found'),
    );
    events.games.members.set('cem', ['judge']);
    expect(await events.readRounds(room, showId, CEM)).toMatchObject({ round: 1 });
    expect(await begin(CEM)).toBe('right-missing');
    // It would end the game.
    events.games.members.set('cem', ['settings']);
    expect(await begin(CEM)).toBe('right-missing');
    events.games.over.add(first);
    expect(await begin(CEM)).toBe('ok');
    expect((await events.readRounds(room, showId, VERA)).round).toBe(2);
  });

  it('exist neither for a room without a game nor in a deleted event', async () => {
    const showId = await events.showWith(1);
    const [room] = await events.rooms(showId);
    expect(await outcomeOf(events.readRounds(room!, showId))).toBe('room-not-ready');
    await events.bus.call(calls.deleteShow, { actor: OLGA, showId });
    expect(await outcomeOf(events.readRounds(room!, showId))).toBe('event-not-found');
  });

  it('follow one another without a fork, a loop or a game twice, whatever people do and wherever processes die', async () => {
    const deaths = fc.constantFrom('none', 'afterCreation', 'beforeFollowing', 'afterFollowing');
    const steps = fc.array(fc.record({ act: fc.constantFrom('begin', 'begin', 'again'), dies: deaths }), {
      ...{ minLength: 1, maxLength: 8 },
    });
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        await events.clear();
        for (const template of [SECOND, THIRD]) events.games.templates.add(template);
        const { showId, room, first } = await roomOf();
        for (const { act, dies: where } of list) {
          const { round, gameId } = await events.readRounds(room, showId);
          if (act === 'again') {
            playAgain(gameId);
            continue;
          }
          if (where !== 'none') events.games[where] = dies;
          const outcome = await outcomeOf(events.beginRound(room, showId, round + 1, gameId));
          events.games.afterCreation = events.games.beforeFollowing = events.games.afterFollowing = () => undefined;
          const after = await events.readRounds(room, showId);
          expect(after.round).toBe(outcome === 'ok' ? round + 1 : round);
        }
        const chain = [first];
        for (let next = events.games.next.get(first); next !== undefined; next = events.games.next.get(next)) {
          expect(chain).not.toContain(next);
          chain.push(next);
        }
        const { round, gameId } = await events.readRounds(room, showId);
        expect(gameId).toBe(chain.at(-1));
        const rounds = [...events.games.created.keys()].filter((game) => chain.includes(game));
        // One more if a process died before it wrote that the round has begun.
        expect([round, round + 1]).toContain(rounds.length);
      }),
      { numRuns: 25 },
    );
  });
});
