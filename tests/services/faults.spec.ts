import { expect, it } from '@jest/globals';
import { FAULTS } from '../faults/findings.js';
import { runFaults } from '../faults/run.js';
import { SHORT_PROGRAMME } from '../faults/trouble.js';
import { isSound } from '../faults/verdict.js';
import { describeWithNats } from './support/describe-with-nats.js';

const SEED = 20_261_121;

describeWithNats('faults while games are played', (nats) => {
  it('killed, frozen and disconnected processes lose, double, reorder and contradict nothing', async () => {
    const messages: string[] = [];
    const result = await runFaults({
      seed: SEED,
      seconds: 30,
      games: 4,
      players: 4,
      rate: 30,
      nats,
      isShort: true,
      say: (what) => messages.push(what),
    });
    const wrong = FAULTS.filter((fault) => result[fault] > 0);
    expect({ wrong, messages: isSound(result) ? [] : messages }).toEqual({ wrong: [], messages: [] });
    expect(result.troubles).toBe(SHORT_PROGRAMME);
    expect(result.kills).toBeGreaterThanOrEqual(2);
    expect(result.cuts).toBeGreaterThanOrEqual(2);
    expect([result.freezes, result.handOvers]).toEqual([1, 1]);
    expect(result.accepted).toBeGreaterThan(100);
    expect(result.takeOvers).toBeGreaterThan(10);
  });
});
