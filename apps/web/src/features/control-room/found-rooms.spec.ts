import { describe, expect, it } from '@jest/globals';
import { aReason, aRoomNow, NOW } from './testing/control-room.js';
import { countLooks, figuresOf, foundRooms, groupsOf, lookOf, sortedRooms } from './found-rooms.js';

const numbers = (rooms: ReturnType<typeof sortedRooms>) => rooms.map(({ number }) => number);

describe('rooms in the control room', () => {
  it.each([
    ['unknown', { isUnknown: true, reasons: [aReason('unknown')] }],
    ['needs', { reasons: [aReason('help')] }],
    ['paused', { pausedSince: NOW, buzzSince: NOW }],
    ['verdict', { buzzSince: NOW }],
    ['open', { openSince: NOW }],
    ['picking', {}],
    ['joining', { state: 'setup' as const }],
    ['over', { state: 'completed' as const }],
    ['empty', { state: undefined }],
  ])('look %s', (look, facts) => {
    expect(lookOf(aRoomNow(1, facts))).toBe(look);
  });

  it('match a search for number, name, code and a whole network, in one group', () => {
    const rooms = [
      aRoomNow(1, { group: 'Lyon' }),
      aRoomNow(2, { gameCode: 'ABCDEF' }),
      aRoomNow(31, { name: 'Night' }),
    ];
    const found = (search: string, group = '') => numbers(foundRooms(rooms, { search, group }));
    expect([found('31'), found('night'), found('abc'), found('room'), found('', 'Lyon')]).toEqual([
      ...[[31], [31], [2], [1, 2], [1]],
    ]);
    expect(groupsOf(rooms)).toEqual(['Lyon']);
    const behind = [aRoomNow(1, { network: '203.0.113.0/24' }), aRoomNow(3)];
    const searched = ['203.0.113.0/24', '203', '3'].map((search) => numbers(foundRooms(behind, { search, group: '' })));
    expect(searched).toEqual([[1], [], [3]]);
  });

  it.each([
    ['number', [1, 2, 3]],
    ['urgent', [3, 2, 1]],
    ['quiet', [2, 1, 3]],
    ['offline', [3, 1, 2]],
    ['slow', [2, 1, 3]],
    ['behind', [2, 3, 1]],
  ] as const)('come in the order of %s, and of their numbers where that is the same', (sort, order) => {
    const rooms = [
      aRoomNow(1, { lastActionAt: NOW - 5, slowestBuzzMs: 5, question: 9 }),
      aRoomNow(2, { lastActionAt: NOW - 9, slowestBuzzMs: 9, question: 1, reasons: [aReason('quiet', NOW - 1)] }),
      aRoomNow(3, { lastActionAt: NOW, connected: 1, question: 2, reasons: [aReason('help', NOW - 9)] }),
    ];
    expect(numbers(sortedRooms(rooms, { look: 'all', sort }))).toEqual(order);
  });

  it('match a look, and count by it', () => {
    const rooms = [aRoomNow(1), aRoomNow(2, { reasons: [aReason('help')] })];
    expect(numbers(sortedRooms(rooms, { look: 'needs', sort: 'number' }))).toEqual([2]);
    expect(countLooks(rooms)).toMatchObject({ needs: 1, picking: 1, over: 0 });
  });

  it('match a search among thousands, in order', () => {
    const rooms = Array.from({ length: 2_000 }, (_, n) => aRoomNow(n + 1, { lastActionAt: NOW - (n % 97) }));
    const found = sortedRooms(foundRooms(rooms, { search: 'room 1', group: '' }), { look: 'picking', sort: 'quiet' });
    expect(found).toHaveLength(1_111);
  });

  it('add up to figures of the event', () => {
    const help = { category: 'sound' as const, text: '', name: 'Cem', since: NOW };
    const rooms = [aRoomNow(1, { help }), aRoomNow(2, { state: 'setup' }), aRoomNow(3, { state: 'completed' })];
    const of = { playing: 1, waiting: 1, over: 1, unknown: 0, help: 1, online: 24 };
    expect(figuresOf(rooms)).toEqual(of);
    const lost = ['playing', 'setup', 'completed'].map((state, n) => aRoomNow(4 + n, { state, isUnknown: true }));
    expect(figuresOf([...rooms, ...lost])).toEqual({ ...of, unknown: 3 });
  });
});
