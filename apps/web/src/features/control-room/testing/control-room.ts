import { type AttentionReason, RoomId, RoomNow, ShowCard, ShowFrame } from '@earworm/contracts';

/** As in specs with a browser, which these helpers do without. */
export const NOW = Date.parse('2026-05-01T12:00:00Z');
const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The nth room of an event, which is being played. */
export const aRoomNow = (n: number, more: Partial<Record<keyof RoomNow, unknown>> = {}): RoomNow =>
  RoomNow.parse({
    ...{ roomId: uuidOf(n), number: n, name: `Room ${n}`, group: '', startsAt: NOW, gameCode: 'K7WQ4M' },
    ...{ isUnknown: false, reasons: [], gameId: `game-${n}`, createdAt: NOW, state: 'playing', lastActionAt: NOW },
    ...{ question: 3, questions: 20, seated: 8, connected: 8, crew: 1 },
    members: [{ id: 'cem', name: 'Cem', connected: true }],
    ...more,
  });

export const aReason = (
  kind: AttentionReason['kind'],
  since = NOW,
  facts: AttentionReason['facts'] = {},
): AttentionReason => ({ kind, since, facts, acts: [] });

/** Of a call for help in the nth room. */
export const aCard = (n: number, more: Partial<Record<keyof ShowCard, unknown>> = {}): ShowCard =>
  ShowCard.parse({
    ...{ id: `room help ${uuidOf(n)}`, kind: 'help', since: NOW },
    rooms: [{ roomId: RoomId.parse(uuidOf(n)), kind: 'help', since: NOW }],
    ...more,
  });

export const aShowFrame = (more: Partial<ShowFrame> = {}): ShowFrame => ({
  ...{ type: 'show', now: NOW, role: 'operator', known: true, whole: true, rooms: [], cards: [], gone: [] },
  ...more,
});
