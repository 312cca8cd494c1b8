import { textsOf } from '../../platform/i18n/texts.js';
import en from './en.json' with { type: 'json' };
import { ranksOf } from '@earworm/rules';
import { csvOf, type GameResult } from '@earworm/contracts';

export const t = textsOf('game-result', en);

/** Equal scores share a place. */
export function scoresCsv({ standings }: GameResult) {
  const ranks = ranksOf(standings);
  return csvOf([
    [t('place'), t('name'), t('points')],
    ...standings.map(({ name, score }, at) => [ranks[at] ?? at + 1, name, score]),
  ]);
}

/** One line per verdict, or one for a question without verdicts. */
export const questionsCsv = ({ questions }: GameResult) =>
  csvOf([
    [t('number'), t('category'), t('points'), t('answer'), t('song'), t('name'), t('verdict'), t('gain')],
    ...questions.flatMap(({ category, points, answer, songName, verdicts }, at) => {
      const question = [at + 1, category, points, answer, songName];
      if (verdicts.length === 0) return [[...question, '', t('nobody'), 0]];
      return verdicts.map(({ name, correct, gain }) => [...question, name, t(correct ? 'right' : 'wrong'), gain]);
    }),
  ]);
