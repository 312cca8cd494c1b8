import { textsOf } from '../../platform/i18n/texts.js';
import { ranksOf } from '@earworm/rules';
import { csvOf, type GameResult } from '@earworm/contracts';

export const t = textsOf('game-result', {
  loading: 'Loading results',
  moderatedBy: 'Moderated by {{name}}',
  code: 'Code {{code}}',
  noStandings: 'No players took part.',
  resultTitle: 'Results',
  resultFailed: 'The results cannot be loaded right now.',
  exportScores: 'Export scores (CSV)',
  exportQuestions: 'Export questions (CSV)',
  finalScores: 'Final scores',
  questions: 'Questions',
  noQuestions: 'No questions were played.',
  questionOf: '{{category}} for {{points}}',
  verdicts: 'Verdicts',
  wasRight: '{{name}} was right',
  wasWrong: '{{name}} was wrong',
  nobody: 'Nobody got it',
  place: 'Place',
  name: 'Name',
  points: 'Points',
  number: 'Question',
  category: 'Category',
  answer: 'Answer',
  song: 'Song',
  verdict: 'Verdict',
  gain: 'Score change',
  right: 'right',
  wrong: 'wrong',
});

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
