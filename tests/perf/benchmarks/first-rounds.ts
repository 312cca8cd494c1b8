import { setTimeout as pause } from 'node:timers/promises';
import { withLayout } from '../../load/layout.js';
import { percentile } from '../../load/percentiles.js';
import { LoadSession } from '../../load/session.js';
import { withOptions } from '../benchmark.js';
import { bySide, mediansOf } from '../interleaved-runs.js';

const TURNS = 3;
/** A round is a question with so many buzzes, so that a hundred of them are soon played. */
const BUZZES = 2;
const FIRST = { from: 0, to: 10 };
const LATER = { from: 95, to: 105 };

interface Options {
  readonly games: number;
  readonly players: number;
  /** Arrivals a second: more than can be served. */
  readonly joins: number;
  /** Buzzes a second. */
  readonly rate: number;
}

/** On a fresh server, which starts to play as soon as all have their seats. */
const play = ({ games, players, joins, rate }: Options) =>
  withLayout({}, async ({ urls }) => {
    const perRound = games * BUZZES;
    const last = LATER.to * perRound;
    const shape = { games, players, rate, seconds: Math.ceil(last / rate), warmUp: 0, buzzesPerQuestion: BUZZES };
    const session = new LoadSession(urls, { ...shape, joinsPerSecond: joins });
    try {
      await session.open();
      const { latencies, stuck, turnedAway } = session.tally;
      if (turnedAway.length > 0) throw new Error(`${turnedAway.length} arrivals were refused: ${turnedAway[0]}`);
      session.tally.measureFrom = 0;
      session.play();
      while (latencies.length < last) {
        if (stuck.length > 0) throw new Error(`a game was stuck: ${stuck[0]}`);
        await pause(100);
      }
      await session.stop();
      // Games take turns: all play a round before one plays the next.
      const ofRounds = ({ from, to }: typeof FIRST) => latencies.slice(from * perRound, to * perRound);
      const timesOf = (rounds: typeof FIRST) => ({
        p50Ms: percentile(ofRounds(rounds), 0.5),
        p90Ms: percentile(ofRounds(rounds), 0.9),
      });
      return { first: timesOf(FIRST), later: timesOf(LATER) };
    } finally {
      session.close();
    }
  });

export const benchmark = withOptions({
  what: 'a buzz in the first ten rounds after a storm of arrivals, against those around the hundredth round',
  options: { games: 10, players: 100, joins: 1_000, rate: 30 },
  async run(options) {
    const runs = [];
    for (let turn = 0; turn < TURNS; turn++) runs.push(await play(options));
    const first = mediansOf(runs.map((run) => run.first));
    const later = mediansOf(runs.map((run) => run.later));
    const ratio = Math.max(first.p50Ms / later.p50Ms, first.p90Ms / later.p90Ms);
    return { ratio, target: 1.2, reference: 'rounds 95 to 105', figures: bySide({ first, later }) };
  },
});
