import { textsOf } from '../../platform/i18n/texts.js';
import { ranksOf } from '@earworm/rules';
import { csvOf, type CsvRow, type GameResult } from '@earworm/contracts';

export const t = textsOf('game-result', {
  loading: 'Loading results',
  moderatedBy: 'Moderated by {{name}}',
  code: 'Code {{code}}',
  noStandings: 'No players took part.',
  resultTitle: 'Results',
  resultFailed: 'The results cannot be loaded right now.',
  exportScores: 'Export scores (CSV)',
  exportQuestions: 'Export questions (CSV)',
  exportTeams: 'Export teams (CSV)',
  finalScores: 'Final scores',
  teams: 'Teams',
  team: 'Team',
  members: 'Members',
  noMembers: 'No members',
  players: 'Players',
  awards: 'Awards',
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
  reason: 'Reason',
  judgedBy: 'Judged by',
  judgedByName: 'judged by {{by}}',
  byQuestions: 'From questions',
  byHand: 'Changed by hand',
  changedBy: 'changed by {{by}}',
  changeOf: '{{name}}: {{reason}}',
  right: 'right',
  wrong: 'wrong',
});

export const scoreHeadings = () => [t('place'), t('name'), t('points'), t('byQuestions'), t('byHand')];

/** Equal scores share a place. What questions and changes by hand gave adds up to the points. */
export function scoreRows({ standings, changes = [] }: GameResult): CsvRow[] {
  const ranks = ranksOf(standings);
  const byHand = new Map<string, number>();
  for (const { name, gain } of changes) byHand.set(name, (byHand.get(name) ?? 0) + gain);
  return standings.map(({ name, score }, at) => {
    const changed = byHand.get(name) ?? 0;
    return [ranks[at] ?? at + 1, name, score, score - changed, changed];
  });
}

/** In a game of teams a last column names that of each player. */
export function scoresCsv(result: GameResult) {
  const { teams, standings } = result;
  if (teams === undefined) return csvOf([scoreHeadings(), ...scoreRows(result)]);
  const names = new Map(teams.map(({ number, name }) => [number, name]));
  const rows = scoreRows(result).map((row, at) => [...row, names.get(standings[at]?.team ?? 0) ?? '']);
  return csvOf([[...scoreHeadings(), t('team')], ...rows]);
}

/** Teams with their places and the names of their members, who are in the order of their own scores. */
export function teamStandings({ teams = [], standings }: Pick<GameResult, 'teams' | 'standings'>) {
  const ranks = ranksOf(teams);
  return teams.map(({ number, name, score }, at) => ({
    ...{ number, name, score, place: ranks[at] ?? at + 1 },
    members: standings.filter(({ team }) => team === number).map((member) => member.name),
  }));
}

export const teamHeadings = () => [t('place'), t('team'), t('points'), t('members')];

export const teamRows = (result: Pick<GameResult, 'teams' | 'standings'>): CsvRow[] =>
  teamStandings(result).map(({ place, name, score, members }) => [place, name, score, members.join(', ')]);

export const teamsCsv = (result: GameResult) => csvOf([teamHeadings(), ...teamRows(result)]);

/** @param hasJudges whether a last column says who judged */
export const questionHeadings = (hasJudges: boolean) => [
  ...[t('number'), t('category'), t('points'), t('answer'), t('song'), t('name'), t('verdict'), t('gain'), t('reason')],
  ...(hasJudges ? [t('judgedBy')] : []),
];

/** One row per verdict, or one for a question without verdicts; then one per change by hand. */
export function questionRows({ questions, changes = [] }: GameResult, hasJudges: boolean): CsvRow[] {
  const judge = (by = '') => (hasJudges ? [by] : []);
  return [
    ...questions.flatMap(({ category, points, answer, songName, verdicts }, at) => {
      const question = [at + 1, category, points, answer, songName];
      if (verdicts.length === 0) return [[...question, '', t('nobody'), 0, '', ...judge()]];
      return verdicts.map(({ name, correct, gain, by }) => [
        ...[...question, name, t(correct ? 'right' : 'wrong'), gain, ''],
        ...judge(by),
      ]);
    }),
    ...changes.map(({ name, gain, reason, by }) => [
      ...['', '', '', '', '', name, t('changedBy', { by }), gain, reason],
      ...judge(by),
    ]),
  ];
}

/** Where several members could judge, a last column says who did. */
export function questionsCsv(result: GameResult) {
  const hasJudges = result.questions.some(({ verdicts }) => verdicts.some(({ by }) => by !== undefined));
  return csvOf([questionHeadings(hasJudges), ...questionRows(result, hasJudges)]);
}
