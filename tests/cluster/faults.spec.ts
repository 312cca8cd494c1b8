import { describe, expect, it } from '@jest/globals';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { FAULTS } from '../faults/findings.js';
import { runFaults } from '../faults/run.js';
import { SHORT_PROGRAMME } from '../faults/trouble.js';
import { isSound } from '../faults/verdict.js';

const SEED = 20_261_121;
const nats = await findNats({ ...process.env, NATS_URL: undefined });
if (!nats) process.stderr.write(`\nMISSING: NATS: the fault run will not run. ${NO_NATS}\n`);

describe('a house whose parts are killed, frozen and cut off while people play', () => {
  (nats ? it : it.skip)(
    'loses, doubles, mixes up and misplaces nothing, and goes on by itself',
    async () => {
      if (!nats) return;
      const said: string[] = [];
      const result = await runFaults({
        ...{ seed: SEED, seconds: 60, games: 6, players: 6, rate: 40, nats, isShort: true },
        say: (what) => said.push(what),
      });
      const wrong = FAULTS.filter((fault) => result[fault] > 0);
      expect({ wrong, said: isSound(result) ? [] : said }).toEqual({ wrong: [], said: [] });
      expect(result.troubles).toBe(SHORT_PROGRAMME);
      expect(result.kills).toBeGreaterThanOrEqual(2);
      expect(result.cuts).toBeGreaterThanOrEqual(2);
      expect([result.freezes, result.handOvers]).toEqual([1, 1]);
      expect(result.accepted).toBeGreaterThan(200);
    },
    360_000,
  );
});
