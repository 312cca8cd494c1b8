import { type RoomChange, RoomId, type RoomNow, type ShowCard } from '@earworm/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Backlog } from './backlog.js';
import type { ShowChanges } from './sent-show.js';

const idOf = (n: number) => RoomId.parse(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
const room = (n: number, also: Partial<RoomNow> = {}): RoomNow => ({
  ...{ roomId: idOf(n), number: n, name: `Raum ${n}`, group: '', startsAt: 0, gameCode: null },
  ...{ isUnknown: false, reasons: [] },
  ...also,
});
const card = (n: number, also: Partial<ShowCard> = {}): ShowCard => ({
  ...{ id: `room help ${n}`, kind: 'help', since: 1, rooms: [{ roomId: idOf(n), kind: 'help', since: 1 }] },
  ...also,
});
const changes = (also: Partial<ShowChanges> = {}): ShowChanges => ({ rooms: [], cards: [], gone: [], ...also });
const LOTS = 1e6;

describe('what one watcher of an event has not been sent yet', () => {
  /** As a page has it after the frames that were taken. */
  let rooms: Map<string, Record<string, unknown>>;
  let cards: Map<string, ShowCard>;
  beforeEach(() => {
    rooms = new Map();
    cards = new Map();
  });
  const receive = (part: ShowChanges) => {
    for (const { roomId, ...change } of part.rooms) {
      const now = { ...rooms.get(roomId), ...change } as Record<string, unknown>;
      rooms.set(roomId, Object.fromEntries(Object.entries(now).filter(([, value]) => value !== null)));
    }
    for (const each of part.cards) cards.set(each.id, each);
    for (const id of part.gone) {
      rooms.delete(id);
      cards.delete(id);
    }
  };

  it('comes in parts of so many bytes, cards first and each room once', () => {
    const all = Array.from({ length: 500 }, (_, n) => room(n + 1, { buzzer: 'Die Rätselfüchse 🦊' }));
    const backlog = new Backlog(changes({ rooms: all, cards: [card(1)] }));
    const parts = [backlog.take(14_000)];
    while (!backlog.isEmpty) parts.push(backlog.take(14_000));
    for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(14_500);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.map((part) => part.cards.length)).toEqual(parts.map((_, n) => (n === 0 ? 1 : 0)));
    expect(parts.flatMap((part) => part.rooms)).toEqual(all);
  });

  it('contains the latest of a room that changes before its turn, and what has changed since it was sent', () => {
    const backlog = new Backlog(changes({ rooms: [room(1, { buzzer: 'Ann' }), room(2, { buzzer: 'Ben' })] }));
    receive(backlog.take(1));
    expect(rooms.size).toBe(1);
    const both = [1, 2].map((n): RoomChange => ({ roomId: idOf(n), buzzer: null, connected: n }));
    backlog.add(changes({ rooms: both }));
    backlog.add(changes({ rooms: [{ roomId: idOf(1), connected: 7 }] }));
    receive(backlog.take(LOTS));
    expect([...rooms.values()]).toMatchObject([{ connected: 7 }, { connected: 2 }]);
    for (const each of rooms.values()) expect(each).not.toHaveProperty('buzzer');
    expect(backlog.isEmpty).toBe(true);
  });

  it('contains no more what has gone, and again what has come back', () => {
    const backlog = new Backlog(changes({ rooms: [room(1), room(2)], cards: [card(1), card(2)] }));
    receive(backlog.take(LOTS));
    backlog.add(changes({ gone: [idOf(1), idOf(2), card(1).id, card(2).id] }));
    backlog.add(changes({ rooms: [room(2, { name: 'Hall' })], cards: [card(2, { since: 2 })] }));
    while (!backlog.isEmpty) receive(backlog.take(LOTS));
    expect([...rooms]).toMatchObject([[idOf(2), { name: 'Hall' }]]);
    expect([...cards.values()]).toEqual([card(2, { since: 2 })]);
  });
});
