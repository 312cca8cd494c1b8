import { drawChart } from './chart.js';
import { type Figures, HOLD_MS, type Mode } from './duels.js';
import type { LiarFigures } from './liars.js';
import { rightShare, TARGETS } from './targets.js';

export interface Results {
  readonly duels: readonly Figures[];
  /** The same while phones often fall asleep. */
  readonly sleepy: readonly Figures[];
  readonly liars: readonly LiarFigures[];
}

const percent = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)} %`;
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const gapOf = ({ gap }: Figures): string => `${gap[0]} to ${gap[1]} ms`;

export function writeDocument({ duels, sleepy, liars }: Results): { readonly markdown: string; readonly svg: string } {
  const count = duels.reduce((sum, each) => sum + each.duels, 0);
  const at = (mode: Mode, from: number, to?: number) => percent(rightShare(duels, mode, from, to));
  const markdown = [
    '# Who was first?',
    '',
    `Written by \`npm run perf -- fairness\`: ${count.toLocaleString('en')} simulated duels of two phones, with the gateway’s own`,
    'measurements (`apps/gateway/src/timing`) and the rules’ own order (`libs/rules/src/fairness`). The same seed gives the same figures.',
    '',
    `- Of two buzzes at least 50 ms apart, _corrected_ named the truly first in ${at('corrected', 50)}, order of arrival in`,
    `  ${at('arrival', 50)}; 20 to 50 ms apart in ${at('corrected', 20, 50)} and ${at('arrival', 20, 50)}. The targets are ${percent(TARGETS.from50, 0)} and ${percent(TARGETS.from20, 0)}.`,
    `- These figures are of duels in which both buzzes arrive within the hold of ${HOLD_MS} ms. A buzz that arrives later finds another`,
    '  one named, and a name that was shown never changes.',
    '- _Level_ draws lots where two buzzes are too close to tell apart; it is right less often, and always says so.',
    '',
    '![How often the truly first is named](fairness.svg)',
    '',
    '## Duels',
    '',
    row(
      'touches apart',
      'duels',
      'within the hold',
      'corrected',
      'level',
      'drawn by lot',
      'arrival',
      'all: corrected',
      'all: arrival',
    ),
    row(...Array<string>(9).fill('---')),
    ...duels.map((each) =>
      row(
        gapOf(each),
        each.duels.toLocaleString('en'),
        percent(each.held / each.duels),
        ...(['corrected', 'level'] as const).map((mode) => percent(each.right[mode] / each.held)),
        percent(each.drawn / each.held),
        percent(each.right.arrival / each.held),
        ...(['corrected', 'arrival'] as const).map((mode) => percent(each.rightOfAll[mode] / each.duels)),
      ),
    ),
    '',
    'The columns from _corrected_ to _arrival_ are of duels within the hold, the last two of all. What is left is mostly stalls: a',
    'buzz that waited for a lost packet is given no more than a round trip. A phone that has just woken is not measured yet: where five phones in',
    `a hundred have slept, and the browser tells of half of the wakes, _corrected_ is right in ${percent(rightShare(sleepy, 'corrected', 50))} from 50 ms and in`,
    `${percent(rightShare(sleepy, 'corrected', 20, 50))} from 20 to 50 ms.`,
    '',
    '## Liars',
    '',
    `Each of ${(liars[0]?.phones ?? 0).toLocaleString('en')} phones buzzes 30 times. _Gain_ is by how much a buzz counted earlier than it was touched. A flag is a reason`,
    'to look, and changes no order.',
    '',
    row('lie', 'gain, median', '95 %', 'most', 'gain within the stated error', 'flagged within 30 buzzes'),
    row(...Array<string>(6).fill('---')),
    ...liars.map((each) =>
      row(
        each.name,
        ...[each.gainP50, each.gainP95, each.gainMost].map((ms) => `${Math.round(ms)} ms`),
        percent(each.withinBound),
        percent(each.flagged),
      ),
    ),
    '',
    '## What is simulated',
    '',
    '- Round trips of 10 to 250 ms at best, of which the way there takes 40 to 60 %. Each way varies (exponentially, its mean 1 to 12 % of',
    '  the round trip), and one frame in fifty is stalled for 100 to 600 ms. Pages take 4 ms on average to answer, and to send a touch.',
    '- Six duels of ten are in one hall: both phones in a network with twelve others of a like round trip. The other phones are at places',
    '  of their own, where no median is known.',
    '- Phones’ clocks drift by up to 50 ppm and are rounded to 0.1 or 1 ms. One phone in fifty sleeps for 1 to 60 s in the time',
    '  of its last four buzzes, its clock standing still; of one wake in five the browser says nothing.',
    '- Each player has buzzed three times before, 5 to 20 s apart, and has used up credit. The touches are 0 to 150 ms apart.',
    '- Liars say that they touched 100 to 400 ms earlier, delay their echoes by as much, or both. A script of a page cannot delay the pongs of',
    '  the WebSocket, which the browser sends; a program can.',
    '',
  ].join('\n');
  return { markdown, svg: drawChart(duels) };
}
