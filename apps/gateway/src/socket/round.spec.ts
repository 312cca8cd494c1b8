import { describe, expect, it } from '@jest/globals';
import { Round } from './round.js';

const members = (count: number) => new Set(Array.from({ length: count }, (_, i) => i));
const finished = (round: Round<number>) => new Promise<void>((resolve) => round.whenDone(resolve));

describe('a round over a room', () => {
  it('visits everybody once for events that came together', async () => {
    const visited: number[] = [];
    const round = new Round(members(3), (member) => visited.push(member));
    round.start();
    round.start();
    await finished(round);
    expect(visited).toEqual([0, 1, 2]);
  });

  it('turns to other things after each 256 sockets', async () => {
    const visited: number[] = [];
    const round = new Round(members(600), (member) => visited.push(member));
    round.start();
    const seen: number[] = [];
    setImmediate(() => seen.push(visited.length));
    await finished(round);
    expect(seen).toEqual([256]);
    expect(visited).toHaveLength(600);
  });

  it('goes round once more for what came meanwhile, however often', async () => {
    const visits = new Map<number, number>();
    let more = 3;
    const round = new Round(members(600), (member) => {
      visits.set(member, (visits.get(member) ?? 0) + 1);
      if (more > 0 && member === 10) {
        more--;
        round.start();
        round.start();
      }
    });
    round.start();
    await finished(round);
    expect([...visits.values()].every((count) => count === 4)).toBe(true);
  });

  it('that is not going is done at once', () => {
    let done = false;
    new Round(members(1), () => undefined).whenDone(() => (done = true));
    expect(done).toBe(true);
  });
});
