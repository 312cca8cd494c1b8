import { describe, expect, it } from '@jest/globals';
import type { GameResult } from '@earworm/contracts';
import { questionsCsv, scoresCsv, teamsCsv } from './result-csv.js';

const question = { questionId: 'q-1', category: 'Eighties', points: 100, answer: 'Alpha', songName: 'Alpha Song' };
const ada = { playerId: 'ada', name: 'Ada', score: 50 };
const game: GameResult = {
  gameId: 'g-1',
  gameCode: 'ABC234',
  status: 'completed',
  moderatorName: 'Ruth',
  createdAt: 0,
  completedAt: 1,
  playerCount: 2,
  standings: [ada, { playerId: 'leo', name: 'Leo', score: 50 }],
  questions: [],
};
const quoted = (line: string) =>
  line
    .split(',')
    .map((cell) => `"${cell}"`)
    .join(',');
const HEAD = quoted('Question,Category,Points,Answer,Song,Name,Verdict,Score change,Reason');
const rows = (file: string) => file.slice(1).trimEnd().split('\r\n');
const ofQuestions = (...questions: GameResult['questions']) => rows(questionsCsv({ ...game, questions }));

describe('result CSV files', () => {
  it('begin with the mark by which spreadsheets know UTF-8', () => {
    expect([scoresCsv(game), questionsCsv(game)].map((file) => file[0])).toEqual(['\ufeff', '\ufeff']);
  });

  it('list all scores, equal ones in order of joining', () => {
    expect(rows(scoresCsv(game))).toEqual(
      ['Place,Name,Points,From questions,Changed by hand', '1,Ada,50,50,0', '1,Leo,50,50,0'].map(quoted),
    );
  });

  it('name the team of each player in a last column, and list teams with their members', () => {
    const team = { ...ada, team: 2 };
    const standings = [team, { playerId: 'leo', name: '=Leo', score: 50, team: 1 }, { ...ada, name: 'Bo', score: 0 }];
    const teams = [
      { number: 2, name: 'Owls', score: 80 },
      { number: 1, name: 'Foxes', score: 80 },
      { number: 3, name: '=Cubs', score: 0 },
    ];
    const ofTeams = { ...game, teams, standings: [...standings, { ...team, name: 'Cem', score: -20 }] };
    expect(rows(scoresCsv(ofTeams))).toEqual(
      [
        'Place,Name,Points,From questions,Changed by hand,Team',
        ...['1,Ada,50,50,0,Owls', "1,'=Leo,50,50,0,Foxes", '3,Bo,0,0,0,', '4,Cem,-20,-20,0,Owls'],
      ].map(quoted),
    );
    expect(rows(teamsCsv(ofTeams))).toEqual([
      quoted('Place,Team,Points,Members'),
      '"1","Owls","80","Ada, Cem"',
      '"1","Foxes","80","\'=Leo"',
      '"3","\'=Cubs","0",""',
    ]);
  });

  it('list one line for every verdict on a question', () => {
    const verdicts = [
      { name: 'Ada', correct: false, gain: -50 },
      { name: 'Leo', correct: true, gain: 100 },
    ];
    expect(ofQuestions({ ...question, verdicts })).toEqual([
      HEAD,
      quoted('1,Eighties,100,Alpha,Alpha Song,Ada,wrong,-50,'),
      quoted('1,Eighties,100,Alpha,Alpha Song,Leo,right,100,'),
    ]);
  });

  it('name in a last column who judged, where several members could', () => {
    const verdicts = [
      { name: 'Ada', correct: false, gain: -50, by: 'Cem' },
      { name: 'Leo', correct: true, gain: 100 },
    ];
    const changes = [{ name: 'Ada', gain: 5, reason: 'Sang it', by: 'Ruth' }];
    const questions = [
      { ...question, verdicts },
      { ...question, verdicts: [] },
    ];
    expect(rows(questionsCsv({ ...game, questions, changes }))).toEqual([
      `${HEAD},"Judged by"`,
      quoted('1,Eighties,100,Alpha,Alpha Song,Ada,wrong,-50,,Cem'),
      quoted('1,Eighties,100,Alpha,Alpha Song,Leo,right,100,,'),
      quoted('2,Eighties,100,Alpha,Alpha Song,,Nobody got it,0,,'),
      quoted(',,,,,Ada,changed by Ruth,5,Sang it,Ruth'),
    ]);
  });

  it('list one line for a question without verdicts', () => {
    expect(ofQuestions({ ...question, verdicts: [] }, { ...question, songName: '', verdicts: [] })).toEqual([
      HEAD,
      quoted('1,Eighties,100,Alpha,Alpha Song,,Nobody got it,0,'),
      quoted('2,Eighties,100,Alpha,,,Nobody got it,0,'),
    ]);
  });

  it('add up, with a line for every change by hand', () => {
    const changes = [
      { name: 'Ada', gain: 150, reason: 'Sang it beautifully', by: 'Ruth' },
      { name: 'Ada', gain: -50, reason: 'Too loud', by: 'Ruth' },
    ];
    expect(rows(scoresCsv({ ...game, changes }))[1]).toBe(quoted('1,Ada,50,-50,100'));
    expect(rows(questionsCsv({ ...game, changes })).slice(1)).toEqual([
      quoted(',,,,,Ada,changed by Ruth,150,Sang it beautifully'),
      quoted(',,,,,Ada,changed by Ruth,-50,Too loud'),
    ]);
  });

  it('run nothing in a spreadsheet, whatever a player’s name, and keep its characters', () => {
    const standings = ['=HYPERLINK("x")', '-1', 'Ada, "the first"', 'two\nlines'].map((name) => ({ ...ada, name }));
    expect(scoresCsv({ ...game, standings }).slice(1)).toBe(
      [
        quoted('Place,Name,Points,From questions,Changed by hand'),
        '"1","\'=HYPERLINK(""x"")","50","50","0"',
        '"1","\'-1","50","50","0"',
        '"1","Ada, ""the first""","50","50","0"',
        '"1","two\nlines","50","50","0"\r\n',
      ].join('\r\n'),
    );
  });

  it('contain only the headings for a game in which nothing was played', () => {
    expect(rows(scoresCsv({ ...game, standings: [] }))).toEqual([
      quoted('Place,Name,Points,From questions,Changed by hand'),
    ]);
    expect(ofQuestions()).toEqual([HEAD]);
  });
});
