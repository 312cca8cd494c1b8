import * as calls from '@earworm/contracts';
import { RefusedError, type Room, type RoomId, type ShowId, TemplateId } from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { actor, OLGA, outcomeOf, row, type RunningEvents, runEvents } from '../testing/running-events.js';

const [FIRST, SECOND] = ['template-1', 'template-2'].map((id) => TemplateId.parse(id)) as [TemplateId, TemplateId];
const VERA = actor('vera');

describeWith('postgres', 'updating rooms whose template was changed', () => {
  let events: RunningEvents;
  beforeAll(async () => {
    events = await runEvents();
    // Two replicas share the work.
    await events.start();
  });
  beforeEach(async () => {
    await events.clear();
    events.games.templates.add(SECOND);
  });
  afterAll(() => events?.close());

  async function preparedRooms(templates: readonly (TemplateId | null)[]) {
    const showId = await events.newShow();
    await events.bus.call(calls.setShowQuota, { showId, quota: { rooms: 200, people: 10_000 } });
    await events.save(
      showId,
      templates.map((templateId, n) => row(n + 1, { templateId })),
    );
    await events.prepare(showId);
    await events.prepared(showId);
    return { showId, rooms: await events.rooms(showId) };
  }
  /** A later edit of the template. */
  const edit = (template: TemplateId, version = 2) => void events.games.versions.set(template, version);
  async function outdated(showId: ShowId, by = OLGA) {
    const found: [number, boolean][] = [];
    for (let after: string | null | undefined; after !== null;) {
      const input = { actor: by, showId, ...(after !== undefined && { after }) };
      const page: calls.ReplyOf<typeof calls.listOutdatedRooms> = await events.bus.call(calls.listOutdatedRooms, input);
      found.push(...page.rooms.map(({ number, hasBegun }): [number, boolean] => [number, hasBegun]));
      after = page.next;
    }
    return found;
  }
  const ids = (rooms: readonly Room[]) => rooms.map(({ roomId }) => roomId);
  const update = (showId: ShowId, roomIds: RoomId[], by = OLGA) =>
    events.bus.call(calls.updateRooms, { actor: by, showId, roomIds });
  const replacedIn = () => events.games.replaced.map(({ gameId }) => gameId);

  it('lists them, and says which have begun; rooms as their template is, or without one, are left out', async () => {
    const { showId, rooms } = await preparedRooms([FIRST, SECOND, null, FIRST, FIRST]);
    expect(await outdated(showId)).toEqual([]);
    edit(FIRST);
    events.games.begun.add(rooms[3]!.gameId!);
    events.games.over.add(rooms[4]!.gameId!);
    expect(await outdated(showId)).toEqual([
      [1, false],
      [4, true],
      [5, true],
    ]);
  });

  it('gives them its questions, and lists them no more', async () => {
    const { showId, rooms } = await preparedRooms([FIRST, SECOND, FIRST]);
    edit(FIRST);
    const [one, , other] = rooms;
    expect((await update(showId, ids([one!, other!]))).counts).toMatchObject({ ready: 1, preparing: 2 });
    expect(await events.prepared(showId)).toMatchObject({ ready: 3, failed: 0 });
    expect(new Set(replacedIn())).toEqual(new Set([one!.gameId, other!.gameId]));
    expect(events.games.replaced).toContainEqual(
      expect.objectContaining({ roomId: one!.roomId, categories: [expect.objectContaining({ name: 'One' })] }),
    );
    expect([await outdated(showId), (await events.rooms(showId))[0]]).toEqual([[], one]);
    edit(FIRST, 3);
    expect(await outdated(showId)).toEqual([
      [1, false],
      [3, false],
    ]);
  });

  it('leaves their questions when they begin before it is their turn', async () => {
    const { showId, rooms } = await preparedRooms([FIRST]);
    edit(FIRST);
    events.games.begun.add(rooms[0]!.gameId!);
    await update(showId, ids(rooms));
    expect(await events.prepared(showId)).toMatchObject({ ready: 1, failed: 0 });
    expect([replacedIn(), await outdated(showId)]).toEqual([[], [[1, true]]]);
  });

  it('waits while the game service is busy', async () => {
    const { showId, rooms } = await preparedRooms([FIRST, FIRST]);
    edit(FIRST);
    let refusals = 3;
    events.games.beforeReplacing = () => {
      if (refusals-- > 0) throw new RefusedError('busy');
    };
    await update(showId, ids(rooms));
    expect(await events.prepared(showId)).toMatchObject({ ready: 2, failed: 0 });
    expect([replacedIn().length, await outdated(showId)]).toEqual([2, []]);
  });

  it('finishes them by another replica after one has died', async () => {
    const { showId, rooms } = await preparedRooms([FIRST]);
    edit(FIRST);
    const [room] = rooms;
    await update(showId, ids(rooms));
    await events.prepared(showId);
    // It has replaced the questions, and died before it wrote that.
    await events.source.query(
      `update room set state = 'preparing', updates_questions = true, template_version = 1, claim = gen_random_uuid(),
        claimed_until = clock_timestamp() - interval '1 second'`,
    );
    expect(await events.prepared(showId)).toMatchObject({ ready: 1 });
    expect([replacedIn(), await outdated(showId)]).toEqual([[room!.gameId, room!.gameId], []]);
  });

  it('leaves them ready with their game when the template is gone, and says why', async () => {
    const { showId, rooms } = await preparedRooms([FIRST]);
    edit(FIRST);
    events.games.templates.delete(FIRST);
    expect(await outdated(showId)).toEqual([]);
    await update(showId, ids(rooms));
    expect(await events.prepared(showId)).toMatchObject({ ready: 1, failed: 0 });
    expect((await events.rooms(showId))[0]).toEqual({ ...rooms[0], code: 'template-not-found' });
    events.games.templates.add(FIRST);
    await update(showId, ids(rooms));
    expect(await events.prepared(showId)).toMatchObject({ ready: 1 });
    expect((await events.rooms(showId))[0]).toEqual(rooms[0]);
  });

  it('reports a room as failed that was renamed meanwhile when its game does not take the name', async () => {
    const { showId, rooms } = await preparedRooms([FIRST]);
    edit(FIRST);
    events.games.beforeReplacing = async () => {
      await events.save(showId, [row(1, { name: 'Garden', templateId: FIRST })]);
      events.games.beforePlacing = () => {
        throw new RefusedError('forbidden');
      };
    };
    await update(showId, ids(rooms));
    expect(await events.prepared(showId)).toMatchObject({ ready: 0, failed: 1 });
    expect((await events.rooms(showId))[0]).toMatchObject({ name: 'Garden', state: 'failed', code: 'forbidden' });
  });

  it('keeps the reason when a room is renamed while its questions are refused', async () => {
    const { showId, rooms } = await preparedRooms([FIRST]);
    edit(FIRST);
    let looks = 0;
    events.games.beforeReplacing = async () => {
      if (++looks === 1) await events.save(showId, [row(1, { name: 'Garden', templateId: FIRST })]);
      throw new RefusedError('template-empty');
    };
    await update(showId, ids(rooms));
    expect(await events.prepared(showId)).toMatchObject({ ready: 1, failed: 0 });
    expect((await events.rooms(showId))[0]).toMatchObject({ name: 'Garden', state: 'ready', code: 'template-empty' });
    expect(events.games.named.get(rooms[0]!.gameId!)).toBe('Garden');
  });

  it('reads it with the rights of the operator who prepared them, also after another one has named them', async () => {
    const { showId, rooms } = await preparedRooms([FIRST]);
    await events.staffed(showId, VERA, 'operator');
    await events.save(showId, [row(1, { name: 'Garden', templateId: FIRST })], VERA);
    await events.prepared(showId);
    edit(FIRST);
    events.games.taken.length = 0;
    await update(showId, ids(rooms), VERA);
    await events.prepared(showId);
    expect(events.games.taken).toMatchObject([{ templateId: FIRST, actor: { userId: 'olga', isAdmin: false } }]);
  });

  it('lists them when nothing is known of their version, as before an upgrade', async () => {
    const { showId } = await preparedRooms([FIRST]);
    await events.source.query('update room set template_version = null');
    expect(await outdated(showId)).toEqual([[1, false]]);
  });

  it('lists them in pages', async () => {
    const { showId } = await preparedRooms(Array.from({ length: 101 }, () => FIRST));
    edit(FIRST);
    expect((await outdated(showId)).map(([number]) => number)).toEqual(Array.from({ length: 101 }, (_, n) => n + 1));
  });

  it('leaves them alone in a later round, and when they are rooms of another event', async () => {
    const { showId, rooms } = await preparedRooms([FIRST]);
    const other = await events.newShow();
    edit(FIRST);
    await update(other, ids(rooms));
    await events.source.query('update room set round = 2');
    await update(showId, ids(rooms));
    expect([await events.prepared(showId), replacedIn(), await outdated(showId)]).toMatchObject([{ ready: 1 }, [], []]);
  });

  it('refuses all but operators', async () => {
    const { showId, rooms } = await preparedRooms([FIRST]);
    await events.staffed(showId, VERA, 'viewer');
    const admin = actor('ada', { isAdmin: true });
    expect([await outcomeOf(outdated(showId, VERA)), await outcomeOf(update(showId, ids(rooms), VERA))]).toEqual([
      ...['event-not-operator', 'event-not-operator'],
    ]);
    expect(await outcomeOf(outdated(showId, admin))).toBe('event-not-operator');
    expect(await outcomeOf(outdated(showId, actor('mallory')))).toBe('event-not-found');
  });
});
