import { withLayout } from '../../load/layout.js';
import type { LoadOptions } from '../../load/options.js';
import { withOptions } from '../benchmark.js';
import { bySide, interleavedMedians } from '../interleaved-runs.js';
import { requiredNats } from '../required-nats.js';
import { cpuOfArrival } from '../storm.js';

const TURNS = 3;

export const benchmark = withOptions({
  what: 'CPU of an arrival, summed over all services, where each is a process on NATS',
  options: { games: 100, players: 20, rate: 100 },
  async run({ games, players, rate: perSecond }) {
    await requiredNats();
    const storm = { games, players, perSecond };
    const measured = (layout: Partial<LoadOptions>) => withLayout(layout, (opened) => cpuOfArrival(opened, storm));
    const sides = await interleavedMedians(TURNS, {
      standalone: () => measured({}),
      services: () => measured({ layout: 'services' }),
    });
    const ratio = sides.services.cpuMsPerJoin / sides.standalone.cpuMsPerJoin;
    return { ratio, target: 1.5, reference: 'everything in one process', figures: bySide(sides) };
  },
});
