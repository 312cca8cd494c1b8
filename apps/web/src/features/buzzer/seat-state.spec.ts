import { describe, expect, it } from '@jest/globals';
import { evolveSeat, NO_SEAT, type SeatEvent, shownSeat } from './seat-state.js';

const after = (...events: SeatEvent[]) => events.reduce(evolveSeat, NO_SEAT);
const taking: SeatEvent = { type: 'taking', name: 'Ann' };
const locked: SeatEvent = { type: 'refused', refusal: { code: 'joining-locked' } };
const shown = (
  state: ReturnType<typeof after>,
  { joiningLocked = false, status = 'playing', seatedAs = '', waitsFor = undefined as string | undefined } = {},
) =>
  shownSeat(state, {
    view: { status, joiningLocked } as never,
    seat: seatedAs === '' ? null : ({ name: seatedAs, isActive: true } as never),
    delay: null,
    waitsFor,
    rememberedName: 'Annie',
  });

describe('the seat of a player', () => {
  it('asks for the remembered name, then for the typed one', () => {
    expect(shown(NO_SEAT)).toMatchObject({ kind: 'asks', name: 'Annie' });
    expect(shown(after(taking))).toEqual({ kind: 'joining', delay: null });
    expect(shown(after(taking, locked), { joiningLocked: true })).toMatchObject({ kind: 'asks', name: 'Ann' });
  });

  it('shows a locked game as a refusal only while joining is locked', () => {
    const refused = after(taking, locked);
    expect(shown(refused, { joiningLocked: true })).toMatchObject({ refusal: { code: 'joining-locked' } });
    expect(shown(refused)).toMatchObject({ refusal: null });
  });

  it('hides the old name while another name is pending or refused', () => {
    expect(shown(after(taking), { seatedAs: 'Old' })).toMatchObject({ kind: 'joining' });
    expect(shown(after(taking, locked), { seatedAs: 'Old' })).toMatchObject({ kind: 'asks', seatedAs: 'Old' });
    expect(shown(after(taking, locked, { type: 'nameKept' }), { seatedAs: 'Old' })).toEqual({ kind: 'seated' });
  });

  it('keeps a request until it is answered, and shows why it ended', () => {
    const seatRequest = { name: 'Ann', since: 3 };
    const waiting = after(taking, { type: 'accepted', seatRequest });
    expect(evolveSeat(waiting, taking).seatRequest).toEqual(seatRequest);
    expect(shown(waiting, { waitsFor: 'Ann' })).toEqual({ kind: 'waits', name: 'Ann' });
    const ended = evolveSeat(waiting, { type: 'requestEnded', name: 'Ann', code: 'seat-refused' });
    expect(ended.seatRequest).toBeNull();
    expect(shown(ended)).toMatchObject({ kind: 'asks', name: 'Ann', refusal: { code: 'seat-refused' } });
  });

  it('reports a seat of another device as lost until a new name is wanted', () => {
    const lost = after(taking, { type: 'refusedAsLost', name: 'Ann' });
    expect(shown(lost)).toEqual({ kind: 'lost', name: 'Ann' });
    expect(shown(evolveSeat(lost, { type: 'newNameWanted' }))).toMatchObject({ kind: 'asks', name: '' });
  });

  it('ends only when leaving is accepted, and begins again by joining', () => {
    const seated = { seatedAs: 'Ann' };
    expect(shown(after({ type: 'leaving' }), seated)).toEqual({ kind: 'leaving' });
    expect(shown(after({ type: 'leaving' }, { type: 'leaveFailed' }), seated)).toEqual({ kind: 'seated' });
    const gone = after({ type: 'leaving' }, { type: 'leftGame' });
    expect(shown(gone, seated)).toEqual({ kind: 'left' });
    expect(shown(evolveSeat(gone, taking))).toMatchObject({ kind: 'joining' });
  });

  it('keeps the results of a completed game in sight', () => {
    expect(shown(NO_SEAT, { status: 'completed', seatedAs: 'Ann' })).toEqual({ kind: 'seated' });
    expect(shown(NO_SEAT, { status: 'completed' })).toEqual({ kind: 'ended' });
  });
});
