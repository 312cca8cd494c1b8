import { BackgroundGames } from '../../load/background-games.js';
import { takeOwnCores } from '../../load/cpu-affinity.js';
import { type Layout, withLayout } from '../../load/layout.js';
import { withOptions } from '../benchmark.js';
import { bySide, interleavedMedians } from '../interleaved-runs.js';
import { arrive, type Storm } from '../storm.js';

const TURNS = 3;
/** The floor program signs once and writes one guest and one event, and knows no limits, views or second service. */
const MOST_CPU = 2;
/** Of the rate at which a server is measured that is not overloaded. */
const OFFERS = [2, 4];
/** How much slower games may become that are played meanwhile. */
const GAMES_FACTOR = 1.3;
/** The least share of the measured capacity. */
const SEATS_SHARE = 0.9;
/** By how many places a phone may get its seat earlier or later than it came: so many are worked on at once, and as many on the way. */
const PLACES = 64;
/** Games that are played while people arrive, and their buzzes a second. */
const BACKGROUND = { games: 10, rate: 40 };

/** A fresh server with its database on one core; the generator has the other one. */
const onOneCore = <T>(layout: 'floor' | 'standalone', work: (layout: Layout) => Promise<T>) =>
  withLayout({ layout }, async (opened) => {
    for (const { pid } of opened.parts) await takeOwnCores(pid);
    return work(opened);
  });

/** More arrive than can be served, while other games are played. */
const overload = (storm: Storm) =>
  onOneCore('standalone', async (opened) => {
    const background = await BackgroundGames.start(opened.urls, BACKGROUND.games, BACKGROUND.rate);
    const calm = await background.calm();
    const { result, times } = await background.during(() => arrive(opened, storm));
    await background.finish();
    return { ...result, gamesP99Ms: times.p99, gamesCalmP99Ms: calm.p99 };
  });

export const benchmark = withOptions({
  what: '2,000 phones that scan a code of 100 games and take a seat as guests, on a fresh server that shares one core with its database',
  options: { games: 100, players: 20, rate: 200 },
  async run({ games, players, rate }) {
    const storm = { games, players, perSecond: rate };
    const sides = await interleavedMedians(TURNS, {
      floor: () => onOneCore('floor', (opened) => arrive(opened, storm)),
      product: () => onOneCore('standalone', (opened) => arrive(opened, storm)),
    });
    const capacity = 1_000 / sides.product.cpuMsPerJoin;
    const storms: Record<string, number> = { capacityPerS: capacity };
    const ratios = [sides.product.cpuMsPerJoin / sides.floor.cpuMsPerJoin / MOST_CPU];
    for (const factor of OFFERS) {
      const found = await overload({ ...storm, perSecond: Math.round(factor * capacity) });
      for (const [name, value] of Object.entries(found)) storms[`times${factor}.${name}`] = value;
      ratios.push(
        found.gamesP99Ms / (GAMES_FACTOR * found.gamesCalmP99Ms),
        (SEATS_SHARE * capacity) / found.seatsPerS,
        found.placesP99 / PLACES,
      );
    }
    return {
      ratio: Math.max(...ratios),
      target: 1,
      reference: `${MOST_CPU} × the CPU of the floor program, and in a storm ${GAMES_FACTOR} × the calm p99 of the games, ${SEATS_SHARE} × the capacity and ${PLACES} places`,
      figures: { ...bySide(sides), ...storms },
    };
  },
});
