import { describe, expect, it } from '@jest/globals';
import type { Command, QuestionId } from '@earworm/contracts';
import { type Measured, Measurements } from './measurements.js';

const buzz = (touchedMs?: number): Command => ({
  type: 'buzz',
  questionId: 'q1' as QuestionId,
  ...(touchedMs !== undefined && { touchedMs }),
});

const phoneAt = (address: string | null): Measured => ({ link: null, caller: () => ({ address }) });

/** Four exchanges from 0 ms on; the phone's clock is the gateway's. */
function measure(measurements: Measurements, phone: Measured, roundTrip: number): void {
  for (const sentAt of [0, 600, 1_200, 1_800]) {
    const nonce = measurements.ask(phone, sentAt);
    measurements.ponged(phone, Buffer.from(`${nonce}`), sentAt + roundTrip);
    measurements.echoed(phone, { nonce, at: sentAt + roundTrip / 2 }, sentAt + roundTrip);
  }
}
const withPhones = (address: string | null, roundTrips: readonly number[]) => {
  const measurements = new Measurements();
  const phones = roundTrips.map((roundTrip) => {
    const phone = phoneAt(address);
    measure(measurements, phone, roundTrip);
    return phone;
  });
  return { measurements, phones };
};

describe('the measurements of sockets', () => {
  it('takes the time of the touch out of a buzz, whether or not it is measured', () => {
    const { measurements, phones } = withPhones('a', [20]);
    const timed = measurements.timed(phones[0] as Measured, buzz(2_990), 3_000);
    expect(timed.command).toEqual(buzz());
    expect(timed.timing).toMatchObject({ roundTripMs: 20, venueMs: null });
    expect(measurements.timed(phoneAt('a'), buzz(2_990), 3_000)).toEqual({ command: buzz() });
  });

  it('leaves in a buzz how long its phone says that it had heard the song', () => {
    const { measurements, phones } = withPhones('a', [20]);
    const heard = { ...buzz(2_990), heardMs: 1_200 } as Command;
    expect(measurements.timed(phones[0] as Measured, heard, 3_000).command).toEqual({ ...buzz(), heardMs: 1_200 });
  });

  it('leaves commands without a touch as they are', () => {
    const { measurements, phones } = withPhones('a', [20]);
    const [phone] = phones as [Measured];
    const leave: Command = { type: 'leaveGame' };
    expect(measurements.timed(phone, leave, 3_000).command).toBe(leave);
    expect(measurements.timed(phone, buzz(), 3_000)).toEqual({ command: buzz() });
  });

  it('compares a phone with the median of its network', () => {
    const { measurements, phones } = withPhones('a', [10, 20, 90]);
    measure(measurements, phoneAt('b'), 500);
    expect(measurements.timed(phones[2] as Measured, buzz(2_990), 3_000).timing?.venueMs).toBe(20);
  });

  it('knows no median of two phones, nor of phones whose address is not known', () => {
    for (const { measurements, phones } of [withPhones('a', [10, 20]), withPhones(null, [10, 20, 30])])
      expect(measurements.timed(phones[0] as Measured, buzz(2_990), 3_000).timing?.venueMs).toBeNull();
  });

  it('forgets a phone that left', () => {
    const { measurements, phones } = withPhones('a', [10, 20, 90]);
    measurements.leave(phones[0] as Measured);
    expect(measurements.timed(phones[2] as Measured, buzz(2_990), 3_000).timing?.venueMs).toBeNull();
  });

  it('keeps nothing of a socket that does not measure, whatever it sends', () => {
    const measurements = new Measurements();
    const phone = phoneAt('a');
    expect(measurements.echoed(phone, { nonce: 1, at: 1 }, 1)).toBe(false);
    expect(measurements.ponged(phone, Buffer.from('1'), 1)).toBe(false);
    expect(measurements.timed(phone, buzz(1), 3_000)).toEqual({ command: buzz() });
    expect(phone.link).toBeNull();
  });

  it('refuses what is no nonce in the pong of a WebSocket', () => {
    const { measurements, phones } = withPhones('a', [20]);
    const [phone] = phones as [Measured];
    const nonce = measurements.ask(phone, 3_000);
    for (const bad of ['', 'x', '1e3', `${nonce} `.repeat(9), '\0'])
      expect(measurements.ponged(phone, Buffer.from(bad), 3_020)).toBe(false);
    expect(measurements.ponged(phone, Buffer.from(`${nonce}`), 3_020)).toBe(true);
  });
});
