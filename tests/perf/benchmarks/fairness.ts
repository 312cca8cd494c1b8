import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { ROOT } from '../../harness/root.js';
import { type Benchmark, withOptions } from '../benchmark.js';
import { writeDocument } from '../fairness/document.js';
import { runDuels } from '../fairness/duels.js';
import { runLiars } from '../fairness/liars.js';
import { OFTEN } from '../fairness/phones.js';
import { rightShare, worstRatio } from '../fairness/targets.js';

const DOCUMENT = join(ROOT, 'docs/benchmarks');
const SEED = 1;
/** From here on the document has the figures of `fairness-cost`, which are not of a simulation. */
const COST = '## What it costs';
/** Of the document; fewer are a quick look. */
const DUELS = 100_000;

const fairness: Benchmark<'duels' | 'liars'> = {
  what: 'how often the truly first of two buzzes is named, and what liars gain; writes docs/benchmarks/fairness.md',
  options: { duels: DUELS, liars: 1_000 },
  async run({ duels: count, liars: phones }) {
    const [duels, liars] = [runDuels(count, SEED), runLiars(phones, SEED)];
    const sleepy = runDuels(count, SEED, OFTEN);
    const { markdown, svg } = writeDocument({ duels, sleepy, liars });
    if (count >= DUELS) {
      const file = join(DOCUMENT, 'fairness.md');
      const [, cost = ''] = (await readFile(file, 'utf8')).split(COST);
      const whole = `${markdown}\n${COST}${cost}`;
      await writeFile(file, await format(whole, { parser: 'markdown', printWidth: 140 }));
      await writeFile(join(DOCUMENT, 'fairness.svg'), svg);
    } else console.error(markdown);
    return {
      ratio: worstRatio(duels, liars),
      target: 1,
      reference: 'the mistakes that are allowed: 1 % from 50 ms, 5 % from 20 ms, 10 % of liars in pages not flagged',
      figures: {
        rightFrom50Percent: rightShare(duels, 'corrected', 50) * 100,
        rightFrom20Percent: rightShare(duels, 'corrected', 20, 50) * 100,
        ofArrivalFrom50Percent: rightShare(duels, 'arrival', 50) * 100,
        ofArrivalFrom20Percent: rightShare(duels, 'arrival', 20, 50) * 100,
        mostGainedMs: Math.max(...liars.map(({ gainMost }) => gainMost)),
      },
    };
  },
};
export const benchmark = withOptions(fairness);
