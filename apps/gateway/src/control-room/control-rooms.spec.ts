import {
  PROTOCOL_VERSION,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  RoomId,
  type RoomNow,
  type ShowFrame,
  ShowId,
  type StaffRole,
  watchShow,
} from '@earworm/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';

const SHOW = ShowId.parse('00000000-0000-4000-8000-000000000001');
const OTHER = ShowId.parse('00000000-0000-4000-8000-000000000002');
const room = (n: number, also: Partial<RoomNow> = {}): RoomNow => ({
  ...{ roomId: RoomId.parse(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`), number: n, name: `Room ${n}` },
  ...{ group: '', startsAt: 0, gameCode: null, isUnknown: false, reasons: [] },
  ...also,
});

const idOf = ({ roomId }: Pick<RoomNow, 'roomId'>) => roomId;

describe('the control room of an event', () => {
  let gateway: RunningGateway;
  let staff: Record<string, StaffRole>;
  let all: RoomNow[];
  let changed: RoomNow[];
  let asked: RequestOf<typeof watchShow>[];
  let refusal: RefusedError | null;
  /** Of the replicas that answer in turn. */
  let lists: string[];

  beforeEach(async () => {
    gateway = await runGateway({}, { overrides: { controlRoomEveryMs: 20 } });
    staff = { olga: 'operator', vera: 'viewer' };
    all = [room(1), room(2)];
    changed = [];
    asked = [];
    refusal = null;
    lists = ['one'];
    gateway.bus.serve(watchShow, (request): ReplyOf<typeof watchShow> => {
      asked.push(request);
      if (refusal !== null) throw refusal;
      const list = lists[asked.length % lists.length]!;
      const whole = !request.after.some((cursor) => cursor.startsWith(`${list} `));
      const rooms = whole ? all : changed.splice(0);
      const roles = request.userIds.map((userId) => staff[userId] ?? null);
      return { cursor: `${list} ${asked.length}`, whole, more: false, rooms, cards: whole ? [] : null, roles };
    });
  });
  afterEach(() => gateway.close());

  async function open(as: string, showId = SHOW, roles = ['registered']): Promise<RawSocket> {
    const socket = await RawSocket.open(gateway.wsUrl);
    const token = await gateway.token(as, { roles });
    socket.send({ type: 'hello', topic: 'show', protocol: PROTOCOL_VERSION, token, showId });
    return socket;
  }
  async function watch(as = 'olga'): Promise<RawSocket> {
    const socket = await open(as);
    await socket.until(() => socket.of('show').length > 0);
    return socket;
  }
  const next = async (socket: RawSocket, fits: (frame: ShowFrame) => boolean): Promise<ShowFrame> => {
    const from = socket.of('show').length;
    await socket.until(() => socket.of('show').slice(from).some(fits));
    return socket.of('show').slice(from).find(fits) as ShowFrame;
  };

  it.each([
    ['olga', 'operator'],
    ['vera', 'viewer'],
  ])('shows %s all rooms and then what changes, with the role %s', async (name, role) => {
    const socket = await watch(name);
    expect(socket.of('show')[0]).toMatchObject({ role, whole: true, known: true, rooms: [room(1), room(2)] });
    changed.push(room(2, { connected: 4 }));
    const frame = await next(socket, ({ rooms }) => rooms.length > 0);
    expect(frame).toMatchObject({ whole: false, rooms: [{ roomId: room(2).roomId, connected: 4 }] });
    socket.close();
  });

  it('sends a second operator all rooms in parts like changes, and meanwhile what changes', async () => {
    all = Array.from({ length: 60 }, (_, n) => room(n + 1, { name: '東京クイズナイト会場' }));
    const first = await watch('olga');
    const roomsOf = (socket: RawSocket) => new Set(socket.of('show').flatMap(({ rooms }) => rooms.map(idOf)));
    await first.until(() => roomsOf(first).size === all.length);
    const others = first.of('show').slice(0, first.of('show').findIndex(({ more }) => more === undefined) + 1);
    expect(new Set(others.flatMap(({ rooms }) => rooms.map(idOf))).size).toBe(all.length);
    const second = await watch('vera');
    changed.push(...[1, 60].map((n) => room(n, { connected: 4 })));
    await second.until(() => roomsOf(second).size === all.length);
    const parts = second.of('show').filter(({ rooms }) => rooms.length > 0);
    for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part.rooms))).toBeLessThan(1_120 + 300);
    expect(parts.map(({ whole }) => whole)).toEqual(parts.map((_, n) => n === 0));
    const complete = second.of('show').findIndex(({ more }) => more === undefined);
    const before = second.of('show').slice(0, complete + 1);
    expect(new Set(before.flatMap(({ rooms }) => rooms.map(idOf))).size).toBe(all.length);
    const heard = (n: number) =>
      second.of('show').some(({ rooms }) => rooms.some((r) => idOf(r) === idOf(room(n)) && r.connected === 4));
    await second.until(() => heard(1) && heard(60));
    for (const socket of [first, second]) socket.close();
  });

  it('sends a member whose connection was busy only the latest of what has changed meanwhile', async () => {
    const [fast, slow] = [await watch('olga'), await watch('vera')];
    const isAt = (socket: RawSocket, connected: number) =>
      socket.of('show').some(({ rooms }) => rooms.some((each) => each.connected === connected));
    slow.socket.pause();
    // More than what the kernel keeps of a connection.
    for (let n = 1; n <= 40; n += 1) {
      changed.push(room(1, { connected: n, buzzer: `${n} ${'x'.repeat(400_000)}` }));
      await fast.until(() => isAt(fast, n));
    }
    changed.push(room(1, { connected: 41 }), room(2, { connected: 42 }));
    await fast.until(() => isAt(fast, 41) && isAt(fast, 42));
    slow.socket.resume();
    await slow.until(() => isAt(slow, 41) && isAt(slow, 42));
    expect(slow.of('show').filter(({ whole }) => whole)).toHaveLength(1);
    const changes = (socket: RawSocket) => socket.of('show').filter(({ rooms }) => rooms.length > 0).length;
    expect(changes(slow)).toBeLessThan(changes(fast));
    const last = slow.of('show').flatMap(({ rooms }) => rooms.filter(({ connected }) => connected === 41));
    expect(last).toEqual([{ roomId: room(1).roomId, connected: 41, buzzer: null }]);
    for (const socket of [fast, slow]) socket.close();
  });

  it('shows nothing to people who are not on the staff, administrators among them, nor to guests', async () => {
    for (const [name, roles] of [
      ['eve', ['registered']],
      ['ada', ['registered', 'admin']],
      ['olga', ['guest']],
    ] as const) {
      const socket = await open(name, SHOW, [...roles]);
      expect(await socket.closed()).toBe(4006);
      expect(socket.of('show')).toEqual([]);
    }
  });

  it('ends for a member who is removed from the staff, and goes on for others', async () => {
    const [olga, vera] = [await watch('olga'), await watch('vera')];
    delete staff['vera'];
    expect(await vera.closed()).toBe(4006);
    changed.push(room(1, { connected: 7 }));
    await next(olga, ({ rooms }) => rooms.length > 0);
    olga.close();
  });

  it('tells an operator who became a viewer', async () => {
    const socket = await watch();
    staff['olga'] = 'viewer';
    await next(socket, ({ role }) => role === 'viewer');
    socket.close();
  });

  it('ends when the event is gone', async () => {
    const socket = await watch();
    refusal = new RefusedError('event-not-found');
    expect(await socket.closed()).toBe(4006);
  });

  it('asks replicas that answer in turn only for what has changed, once each has told everything', async () => {
    lists = ['one', 'two'];
    const socket = await watch();
    await eventually(() => expect(asked.length).toBeGreaterThan(6));
    const cursors = asked.slice(4).map(({ after }) => after.map((cursor) => cursor.split(' ')[0]).sort());
    expect(new Set(cursors.map((each) => each.join()))).toEqual(new Set(['one,two']));
    changed = [room(1, { connected: 4 })];
    await socket.until(() => socket.of('show').some(({ rooms }) => rooms.some(({ connected }) => connected === 4)));
  });

  it('says that it does not know while the shows service is away, and goes on afterwards', async () => {
    const socket = await watch();
    refusal = new RefusedError('unavailable');
    await next(socket, ({ known }) => !known);
    refusal = null;
    changed.push(room(1, { connected: 2 }));
    expect(await next(socket, ({ known, rooms }) => known && rooms.length > 0)).toMatchObject({ whole: false });
    gateway.faults.gateway.cut();
    await next(socket, ({ known }) => !known);
    gateway.faults.gateway.restore();
    await next(socket, ({ known }) => known);
    socket.close();
  });

  it('asks once for all who watch one event, and not about events that no one watches', async () => {
    const sockets = [await watch('olga'), await watch('olga'), await watch('vera')];
    await eventually(() => expect(asked.at(-1)?.userIds).toEqual(['olga', 'vera']));
    const other = await open('olga', OTHER);
    await other.until(() => other.of('show').length > 0);
    other.close();
    for (const socket of sockets) socket.close();
    await eventually(async () => expect(await gateway.metrics()).toMatch(/^gateway_sockets(\{.*\})? 0$/m));
    const before = asked.length;
    const again = await open('olga', OTHER);
    await again.until(() => again.of('show').length > 1);
    expect(asked.slice(before).every(({ showId }) => showId === OTHER)).toBe(true);
    again.close();
  });

  it('contains figures of the installation once a second, and the services that are missing', async () => {
    const socket = await watch();
    expect(socket.of('show')[0]?.figures).toMatchObject({
      joins: 0,
      wrongCodes: 0,
      refusals: 0,
      p99: null,
      down: [],
      failing: [],
    });
    const frame = await next(socket, ({ figures }) => figures?.failing.includes('library') ?? false);
    expect(frame.figures?.failing).not.toContain('gateway');
    gateway.faults.gateway.cut();
    await next(socket, ({ figures }) => figures?.down.includes('bus') ?? false);
    gateway.faults.gateway.restore();
    socket.close();
  });

  it('ends with the token', async () => {
    const socket = await RawSocket.open(gateway.wsUrl);
    const token = await gateway.token('olga', { expiresInS: 1 });
    socket.send({ type: 'hello', topic: 'show', protocol: PROTOCOL_VERSION, token, showId: SHOW });
    expect(await socket.closed()).toBe(4011);
  });
});
