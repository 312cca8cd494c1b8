import { RoomId, type RoomNow, type ShowCard } from '@earworm/contracts';
import { describe, expect, it } from '@jest/globals';
import { SentShow } from './sent-show.js';

const idOf = (n: number) => RoomId.parse(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
const room = (n: number, also: Partial<RoomNow> = {}): RoomNow => ({
  ...{ roomId: idOf(n), number: n, name: `Room ${n}`, group: '', startsAt: 0, gameCode: null },
  ...{ isUnknown: false, reasons: [] },
  ...also,
});
const card = (n: number, also: Partial<ShowCard> = {}): ShowCard => ({
  ...{ id: `room help ${n}`, kind: 'help', since: 1, rooms: [{ roomId: idOf(n), kind: 'help', since: 1 }] },
  ...also,
});
const LOTS = 1e6;

describe('what a gateway sends of an event', () => {
  it('contains whole rooms first, then only the members that have changed, and null for those that are gone', () => {
    const sent = new SentShow();
    sent.learn({ cursor: 'one 1', whole: true, rooms: [room(1, { buzzer: 'Ann', connected: 3 }), room(2)], cards: [] });
    expect(sent.next(LOTS).rooms).toEqual([room(1, { buzzer: 'Ann', connected: 3 }), room(2)]);
    sent.learn({ cursor: 'one 1', whole: false, rooms: [room(1, { connected: 2 }), room(2)], cards: null });
    expect(sent.next(LOTS).rooms).toEqual([{ roomId: idOf(1), connected: 2, buzzer: null }]);
    expect(sent.next(LOTS)).toEqual({ rooms: [], cards: [], gone: [] });
    expect(sent.whole.rooms).toEqual([room(1, { connected: 2 }), room(2)]);
  });

  it('contains cards that have changed, and the ids of those that are gone', () => {
    const sent = new SentShow();
    sent.learn({ cursor: 'one 1', whole: true, rooms: [], cards: [card(1), card(2)] });
    expect(sent.next(LOTS).cards).toHaveLength(2);
    sent.learn({ cursor: 'one 1', whole: false, rooms: [], cards: [card(2, { since: 2 })] });
    expect(sent.next(LOTS)).toEqual({ rooms: [], cards: [card(2, { since: 2 })], gone: ['room help 1'] });
  });

  it('contains the ids of rooms that are no more', () => {
    const sent = new SentShow();
    sent.learn({ cursor: 'one 1', whole: true, rooms: [room(1), room(2)], cards: [] });
    sent.next(LOTS);
    sent.learn({ cursor: 'one 1', whole: true, rooms: [room(2)], cards: [] });
    expect(sent.next(LOTS).gone).toEqual([idOf(1)]);
    expect(sent.whole.rooms).toEqual([room(2)]);
  });

  it('keeps rooms that come from two replicas in turn, of which each has its own list', () => {
    const sent = new SentShow();
    sent.learn({ cursor: 'one 1', whole: true, more: true, rooms: [room(1)], cards: null });
    sent.learn({ cursor: 'two 1', whole: true, more: true, rooms: [room(1)], cards: null });
    expect(sent.isComplete).toBe(false);
    sent.learn({ cursor: 'one 2', whole: false, more: false, rooms: [room(2)], cards: [] });
    expect(sent.isComplete).toBe(false);
    sent.learn({ cursor: 'two 2', whole: false, more: false, rooms: [room(2)], cards: [] });
    expect(sent.isComplete).toBe(true);
    expect(sent.next(LOTS)).toEqual({ rooms: [room(1), room(2)], cards: [], gone: [] });
    sent.learn({ cursor: 'three 1', whole: true, more: true, rooms: [room(2)], cards: [] });
    expect(sent.next(LOTS)).toEqual({ rooms: [], cards: [], gone: [] });
    sent.stopReading();
    expect([sent.isComplete, sent.whole.rooms]).toEqual([true, [room(1), room(2)]]);
  });

  it('sends cards first, and of the rest so much at once that every room has its turn', () => {
    const sent = new SentShow();
    const numbers = Array.from({ length: 500 }, (_, n) => n + 1);
    sent.learn({ cursor: 'one 1', whole: true, rooms: numbers.map((n) => room(n)), cards: [card(1)] });
    const parts = [sent.next(10_000)];
    while (parts.at(-1)!.rooms.length > 0) {
      expect(JSON.stringify(parts.at(-1)).length).toBeLessThan(11_000);
      parts.push(sent.next(10_000));
    }
    expect(parts[0]!.cards).toHaveLength(1);
    expect(parts.flatMap(({ rooms }) => rooms.map(({ roomId }) => roomId))).toEqual(numbers.map(idOf));
  });

  it('counts bytes, as names may be in any language', () => {
    const sent = new SentShow();
    const numbers = Array.from({ length: 100 }, (_, n) => n + 1);
    const name = '東京クイズナイト会場';
    sent.learn({ cursor: 'one 1', whole: true, rooms: numbers.map((n) => room(n, { name, buzzer: name })), cards: [] });
    expect(Buffer.byteLength(JSON.stringify(sent.next(10_000)))).toBeLessThan(10_500);
  });

  it('sends 500 rooms that are stuck at once within four seconds, all cards before the rooms', () => {
    const sent = new SentShow();
    const numbers = Array.from({ length: 500 }, (_, n) => n + 1);
    const reason = { kind: 'buzz-waiting' as const, since: 1_800_000_000_000 };
    const facts = { name: 'The Quizzards', crew: 1 };
    const stuck = (n: number) => room(n, { reasons: [{ ...reason, facts, acts: ['open-room', 'help'] }] });
    const cards = numbers.map((n) =>
      card(n, { ...reason, id: `room buzz-waiting ${idOf(n)}`, rooms: [{ roomId: idOf(n), ...reason }] }),
    );
    sent.learn({ cursor: 'one 1', whole: true, rooms: numbers.map((n) => room(n)), cards: [] });
    sent.next(LOTS);
    sent.learn({ cursor: 'one 2', whole: false, rooms: numbers.map(stuck), cards });
    // Of 250 ms each.
    const parts = Array.from({ length: 16 }, () => sent.next(14_000));
    for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(15_000);
    const sentCards = parts.flatMap((part) => part.cards);
    expect([sentCards.length, parts.flatMap((part) => part.rooms).length]).toEqual([500, 500]);
    const firstRooms = parts.findIndex((part) => part.rooms.length > 0);
    expect(parts.slice(firstRooms + 1).flatMap((part) => part.cards)).toEqual([]);
  });

  it('sends the latest of a room that changes again before its turn', () => {
    const sent = new SentShow();
    sent.learn({ cursor: 'one 1', whole: true, rooms: [room(1), room(2)], cards: [] });
    sent.next(1);
    sent.learn({ cursor: 'one 1', whole: false, rooms: [room(2, { connected: 1 })], cards: null });
    sent.learn({ cursor: 'one 1', whole: false, rooms: [room(2, { connected: 5 })], cards: null });
    expect(sent.next(LOTS).rooms).toEqual([room(2, { connected: 5 })]);
  });

  it('fits 500 rooms that play, with a buzz and a verdict in each of ten seconds, into 56 KB a second', () => {
    const sent = new SentShow();
    const numbers = Array.from({ length: 500 }, (_, n) => n + 1);
    const at = (n: number, second: number) =>
      room(n, {
        ...{ state: 'playing', question: second, lastActionAt: 1_800_000_000_000 + second, connected: 8, seated: 8 },
        ...{ leader: { name: 'The Quizzards', points: second }, slowestBuzzMs: 12 },
        ...(second % 2 === 0 && { buzzSince: 1_800_000_000_000, buzzer: 'The Quizzards' }),
      });
    sent.learn({ cursor: 'one 1', whole: true, rooms: numbers.map((n) => at(n, 0)), cards: [] });
    sent.next(LOTS);
    let bytes = 0;
    for (let second = 1; second <= 10; second += 1) {
      // Four buzzes and their verdicts in 20 seconds.
      const changed = numbers.filter((n) => (n + second) % 5 < 2);
      sent.learn({ cursor: 'one 1', whole: false, rooms: changed.map((n) => at(n, second)), cards: null });
      bytes += JSON.stringify(sent.next(LOTS)).length;
    }
    expect(bytes / 10).toBeLessThan(56_000);
  });
});
