import type { HostileBodies } from '../../load/hostile-bodies.js';
import type { Benchmark } from '../benchmark.js';
import { runProgram } from '../programs.js';
import { quantile, worst } from '../side-by-side.js';

/** For attacks without pauses: this many times the calm figure, or this many ms more. */
const OPEN = { times: 1.2, ms: 2 };
/** Of 200 connections that send again as soon as they are answered. */
const CLOSED = { times: 2, ms: 0 };

export const benchmark: Benchmark = {
  name: 'hostile-bodies',
  what: 'a buzz while one address sends hostile bodies, 500 a second and on 200 connections; 25 minutes',
  async run() {
    const { windows, leasesLost, unseen, stuck } = await runProgram<HostileBodies>('hostile-bodies', []);
    if (leasesLost + unseen + stuck > 0)
      throw new Error(`${leasesLost} leases lost, ${unseen} events unseen, ${stuck} buzzes stuck`);
    const figures: Record<string, number> = {};
    const ratios = Object.entries(windows).map(([name, all]) => {
      const [calm, attacked] = [
        quantile(all.map((each) => each.calm.p99 ?? Infinity)),
        quantile(all.map((each) => each.attacked.p99 ?? Infinity)),
      ];
      figures[`${name}CalmP99Ms`] = calm;
      figures[`${name}P99Ms`] = attacked;
      figures[`${name}Sent`] = quantile(all.map((each) => each.attack.sent));
      const { times, ms } = name.endsWith('open') ? OPEN : CLOSED;
      return [name, attacked / Math.max(times * calm, calm + ms)] as const;
    });
    return {
      ratio: worst(Object.fromEntries(ratios)),
      target: 1,
      reference: 'what is allowed: 1.2 × calm or 2 ms more at 500 a second, 2 × on 200 connections',
      figures,
    };
  },
};
