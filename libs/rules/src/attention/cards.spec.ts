import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ATTENTION_KINDS, byUrgency, type AttentionKind } from './attention-of.js';
import { cardsOf, TOGETHER, type RoomAttention } from './cards.js';

const NOW = 1_800_000_000_000;
const reason = (n: number, kind: AttentionKind, also: Partial<RoomAttention> = {}): RoomAttention => ({
  ...{ roomId: `room-${n}`, group: '', kind, since: NOW },
  ...also,
});

describe('the cards of an event', () => {
  it('begin with calls for help and absent crews, and go on by age', () => {
    const cards = cardsOf([
      reason(1, 'quiet', { since: NOW - 9_000 }),
      reason(2, 'buzz-waiting', { since: NOW - 99_000 }),
      reason(3, 'crew-away', { since: NOW - 1_000 }),
      reason(4, 'help'),
    ]);
    expect(cards.map(({ kind }) => kind)).toEqual(['help', 'crew-away', 'buzz-waiting', 'quiet']);
  });

  it('show three rooms of one group within 30 seconds as one card, with the oldest time and all reasons', () => {
    const hall = { group: 'Hall 2' };
    const cards = cardsOf([
      reason(1, 'players-offline', { ...hall, since: NOW + 30_000 }),
      reason(2, 'crew-away', { ...hall, since: NOW + 10_000 }),
      reason(3, 'players-offline', hall),
      reason(4, 'players-offline', { group: 'Hall 3' }),
    ]);
    expect(cards).toHaveLength(2);
    expect(cards[0]).toMatchObject({ kind: 'crew-away', since: NOW, common: { by: 'group', name: 'Hall 2' } });
    expect(cards[0]?.rooms.map(({ roomId }) => roomId)).toEqual(['room-2', 'room-3', 'room-1']);
    expect(cards[1]).not.toHaveProperty('common');
  });

  it('keep the id of the oldest room when a more urgent one joins', () => {
    const hall = { group: 'Hall 2' };
    const three = [1, 2, 3].map((n) => reason(n, 'players-offline', { ...hall, since: NOW + n }));
    const joined = cardsOf([...three, reason(4, 'crew-away', { ...hall, since: NOW + 9_000 })]);
    expect(joined).toMatchObject([{ kind: 'crew-away', since: NOW + 1 }]);
    expect(joined.map(({ id }) => id)).toEqual(cardsOf(three).map(({ id }) => id));
  });

  it('show two rooms, or three over more than 30 seconds, or of no group, one by one', () => {
    const each = (count: number, also: (n: number) => Partial<RoomAttention>) =>
      cardsOf(Array.from({ length: count }, (_, n) => reason(n, 'buzz-waiting', also(n)))).length;
    expect(each(2, () => ({ group: 'Hall 2' }))).toBe(2);
    expect(each(3, (n) => ({ group: 'Hall 2', since: NOW + n * 15_001 }))).toBe(3);
    expect(each(3, () => ({}))).toBe(3);
  });

  it('show rooms of one network as one card, also those of several groups', () => {
    const rooms = [1, 2, 3].map((n) => reason(n, 'crew-away', { group: `Hall ${n}`, network: 'net-1' }));
    expect(cardsOf(rooms)).toMatchObject([{ common: { by: 'network', name: 'net-1' } }]);
  });

  it.each(['unknown', 'not-started'] as const)(
    'show rooms that are %s as one card, whatever group they are in',
    (kind) => {
      const rooms = Array.from({ length: 500 }, (_, n) => reason(n, kind, { group: n % 2 === 0 ? '' : `${n}` }));
      expect(cardsOf(rooms)).toMatchObject([{ kind, common: { by: 'event' } }]);
    },
  );
});

const reasons = fc.array(
  fc.record({
    roomId: fc.integer({ min: 0, max: 20 }).map(String),
    group: fc.constantFrom('', 'Hall 1', 'Hall 2'),
    network: fc.constantFrom(undefined, 'net-1'),
    kind: fc.constantFrom(...ATTENTION_KINDS),
    since: fc.integer({ min: NOW, max: NOW + 120_000 }),
  }),
  { maxLength: 60 },
);
const keyOf = ({ roomId, kind }: Pick<RoomAttention, 'roomId' | 'kind'>) => `${roomId} ${kind}`;

describe('the cards of any reasons', () => {
  it('contain every reason once, under ids of their own, in the order of urgency', () => {
    fc.assert(
      fc.property(reasons, (all) => {
        const items = [...new Map(all.map((item) => [keyOf(item), item])).values()];
        const cards = cardsOf(items);
        expect(cards.flatMap(({ rooms }) => rooms.map(keyOf)).sort()).toEqual(items.map(keyOf).sort());
        expect(new Set(cards.map(({ id }) => id)).size).toBe(cards.length);
        expect([...cards].sort(byUrgency)).toEqual(cards);
        for (const { common, rooms } of cards)
          expect(new Set(rooms.map(({ roomId }) => roomId)).size >= TOGETHER.rooms).toBe(common !== undefined);
      }),
    );
  });

  it('follow from the reasons, in whatever order these come', () => {
    fc.assert(
      fc.property(reasons, (all) => {
        const items = [...new Map(all.map((item) => [keyOf(item), item])).values()];
        const sorted = (cards: ReturnType<typeof cardsOf>) => cards.map(({ id, since }) => `${id} ${since}`);
        const tied = items.filter((item, n) => items.findIndex(({ since }) => since === item.since) === n);
        expect(sorted(cardsOf(tied.toReversed()))).toEqual(sorted(cardsOf(tied)));
      }),
    );
  });
});
