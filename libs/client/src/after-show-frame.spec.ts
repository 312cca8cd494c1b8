import { RoomId, RoomNow, ShowCard } from '@earworm/contracts';
import { describe, expect, it } from '@jest/globals';
import { afterFrame, NOTHING } from './after-show-frame.js';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const roomId = (n: number) => RoomId.parse(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
const aRoomNow = (n: number, more: Partial<RoomNow> = {}) =>
  RoomNow.parse({
    ...{ roomId: roomId(n), number: n, name: `Room ${n}`, group: '', startsAt: NOW, gameCode: 'K7WQ4M' },
    ...{ isUnknown: false, reasons: [], connected: 8, ...more },
  });
const aCard = (n: number) =>
  ShowCard.parse({
    id: `room help ${n}`,
    kind: 'help',
    since: NOW,
    rooms: [{ roomId: roomId(n), kind: 'help', since: NOW }],
  });

const frame = (also: Partial<Parameters<typeof afterFrame>[1]> = {}) => ({
  ...{ whole: false, rooms: [], cards: [], gone: [] },
  ...also,
});

describe('what the control room knows after a frame', () => {
  const before = afterFrame(NOTHING, frame({ whole: true, rooms: [aRoomNow(1, { buzzer: 'Ann' }), aRoomNow(2)] }));

  it('changes the members that are sent, and removes those that are null', () => {
    const change = { roomId: aRoomNow(1).roomId, connected: 2, buzzer: null, gameCode: null };
    const { rooms } = afterFrame(before, frame({ rooms: [change] }));
    expect(rooms.get(change.roomId)).toEqual({ ...aRoomNow(1), connected: 2, gameCode: null });
    expect(rooms.get(aRoomNow(2).roomId)).toBe(before.rooms.get(aRoomNow(2).roomId));
  });

  it('keeps being the same object when nothing has changed', () => {
    expect(afterFrame(before, frame())).toBe(before);
  });

  it('removes rooms and cards that are no more', () => {
    const withCard = afterFrame(before, frame({ cards: [aCard(1)] }));
    const { rooms, cards } = afterFrame(withCard, frame({ gone: [aCard(1).id, aRoomNow(1).roomId] }));
    expect([[...rooms.keys()], cards.size]).toEqual([[aRoomNow(2).roomId], 0]);
  });

  it('keeps what it had until a list that comes in parts is complete', () => {
    const known = afterFrame(before, frame({ cards: [aCard(1), aCard(2)] }));
    const first = afterFrame(known, frame({ whole: true, more: true, rooms: [aRoomNow(2)], cards: [aCard(1)] }));
    expect([[...first.rooms.keys()], first.cards.size]).toEqual([[roomId(1), roomId(2)], 2]);
    const second = afterFrame(first, frame({ more: true, rooms: [aRoomNow(3), { roomId: roomId(2), connected: 1 }] }));
    expect(second.rooms.get(roomId(1))).toEqual(aRoomNow(1, { buzzer: 'Ann' }));
    const last = afterFrame(second, frame());
    expect([...last.rooms.values()]).toEqual([aRoomNow(2, { connected: 1 }), aRoomNow(3)]);
    expect([...last.cards.values()]).toEqual([aCard(1)]);
    expect(afterFrame(last, frame())).toBe(last);
  });

  it('takes a room as it is sent again, without members that it had before', () => {
    const first = afterFrame(before, frame({ whole: true, more: true }));
    const { rooms } = afterFrame(first, frame({ rooms: [aRoomNow(1)] }));
    expect([...rooms.values()]).toEqual([aRoomNow(1)]);
  });

  it('forgets everything with a whole frame', () => {
    const { rooms } = afterFrame(before, frame({ whole: true, rooms: [aRoomNow(2)] }));
    expect([...rooms.values()]).toEqual([aRoomNow(2)]);
  });
});
