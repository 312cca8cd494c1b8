import type { LoadOptions } from '../../load/options.js';
import { measureLoad } from '../../load/run-load.js';
import { withOptions } from '../benchmark.js';
import { bySide, interleavedMedians } from '../interleaved-runs.js';

/** Of the teams, so many buzz on a question; without teams it takes as many buzzes. */
const BUZZING = 2 / 3;

export const benchmark = withOptions({
  what: 'CPU of a buzz in one game of 40 teams × 50 people, and of one with as many people without teams',
  options: { teams: 40, people: 50, rate: 10, seconds: 20, turns: 3 },
  async run({ teams, people, rate, seconds, turns }) {
    const shape = { games: 1, players: teams * people, rate, seconds, warmUp: 10 };
    const measured = async (also: Partial<LoadOptions>) => {
      const buzzesPerQuestion = Math.floor(teams * BUZZING);
      const { p50, p99, accepted, cpuMsPerBuzz, cores } = await measureLoad({ ...shape, buzzesPerQuestion, ...also });
      const { server = NaN } = cores ?? {};
      return {
        ...{ p50Ms: p50, p99Ms: p99, cpuMsPerBuzz: cpuMsPerBuzz ?? NaN },
        serverCpuMsPerBuzz: (server * seconds * 1_000) / accepted,
      };
    };
    const sides = await interleavedMedians(turns, {
      'without teams': () => measured({}),
      teams: () => measured({ teams }),
    });
    return {
      ratio: sides.teams.serverCpuMsPerBuzz / sides['without teams'].serverCpuMsPerBuzz,
      target: 1.1,
      reference: 'the same game without teams',
      figures: bySide(sides),
    };
  },
});
