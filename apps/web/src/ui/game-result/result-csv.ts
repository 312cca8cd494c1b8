import { csvOf, type GameResult } from '@earworm/contracts';
import { t } from './texts.js';

/** Place, name and points of everybody; equal scores stand in the order of joining, as on the scoreboard. */
export const scoresCsv = ({ standings }: GameResult) =>
  csvOf([[t('place'), t('name'), t('points')], ...standings.map(({ name, score }, at) => [at + 1, name, score])]);

/** One line for each verdict; a question that nobody was judged on has one line all the same. */
export const questionsCsv = ({ questions }: GameResult) =>
  csvOf([
    [t('number'), t('category'), t('points'), t('answer'), t('song'), t('name'), t('verdict'), t('gain')],
    ...questions.flatMap(({ category, points, answer, songName, verdicts }, at) => {
      const question = [at + 1, category, points, answer, songName];
      if (verdicts.length === 0) return [[...question, '', t('nobody'), 0]];
      return verdicts.map(({ name, correct, gain }) => [...question, name, t(correct ? 'right' : 'wrong'), gain]);
    }),
  ]);
