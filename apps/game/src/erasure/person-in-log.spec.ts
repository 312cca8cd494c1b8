import { evolve, GameEvent, type GameState, NO_GAME, roomActor } from '@earworm/rules';
import * as steps from '@earworm/rules/testing';
import { describe, expect, it } from '@jest/globals';
import { type Logged, verdictsBy, withoutPerson } from './person-in-log.js';

const NEW = 'Former player';
/** Fields of events with the name of a person, which are replaced. */
const NAMES_OF_PEOPLE = [
  'answerJudged.byName',
  'crewAdded.name',
  'gameCreated.moderatorName',
  'helpRequested.name',
  'ownerChanged.name',
  'playerJoined.name',
  'playerNameSet.name',
  'playerRejoined.name',
  'playerRenamed.name',
  'scoreChanged.byName',
  'seatRequested.name',
  'seatReserved.name',
  'teamNamed.name',
  'verdictChanged.byName',
];
const OTHER_NAMES = [
  'categoryAdded.name',
  'categoryRenamed.name',
  'placedInRoom.name',
  'teamCreated.name',
  'teamRenamed.name',
];

/** With who gave the command of each event, as the log has it. */
function logOf(...list: readonly steps.Step[]): Logged[] {
  const log: Logged[] = [];
  list.reduce((before, step) => {
    const after = steps.play(before, step);
    const userId = step.isServer === true ? null : step.by;
    for (const event of after.log.slice(before.log.length)) log.push({ event, version: log.length + 1, userId });
    return after;
  }, steps.NOTHING_PLAYED);
  return log;
}
const erased = (log: readonly Logged[], ...ids: string[]): GameEvent[] => {
  const changed = withoutPerson(log, new Set(ids), NEW);
  return log.map(({ event }, at) => changed.get(at) ?? event);
};
const replayed = (events: readonly GameEvent[]): GameState => events.reduce<GameState>(evolve, NO_GAME);
const renamedIn = (value: unknown, name: string): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(JSON.stringify(name), JSON.stringify(NEW)));

describe('a person who is erased from the log of a game', () => {
  const game = [steps.creates(), steps.joins('ann', 'Zelma'), steps.joins('bob', 'Bob'), steps.starts()];

  it('gets another name in the state, and the rest remains as it was', () => {
    const log = logOf(...game, steps.selects('q100'), steps.buzzes('ann', 'q100'), steps.judges('ann', true, 'q100'));
    const before = replayed(log.map(({ event }) => event));
    expect(replayed(erased(log, 'ann'))).toEqual(renamedIn(before, 'Zelma'));
  });

  it('appears in no event by name, however often they were renamed', () => {
    const log = logOf(...game, steps.renames('ann', 'Yolanda'), steps.leaves('ann'), steps.rejoins('ann'));
    const text = JSON.stringify(erased(log, 'ann'));
    for (const name of ['Zelma', 'Yolanda']) expect(text).not.toContain(name);
    expect(text).toContain('"Bob"');
  });

  it('loses the name of a seat that was reserved for them', () => {
    const log = logOf(steps.creates(), steps.isPlaced(), steps.reservesSeat('ann', 'Zelma'), steps.rejoins('ann'));
    expect(JSON.stringify(erased(log, 'ann'))).not.toContain('Zelma');
  });

  it('loses the name that they gave their team as its captain', () => {
    const captain = [steps.addsTeams('Foxes'), steps.choosesTeam('ann', 1), steps.setsCaptain(1, 'ann')];
    const log = logOf(steps.creates(), steps.joins('ann', 'Zelma'), ...captain, steps.namesOwnTeam('ann', 'Zelmas'));
    const after = erased(log, 'ann');
    expect(after.at(-1)).toMatchObject({ type: 'teamNamed', name: 'Team 1' });
    expect(JSON.stringify(after)).not.toContain('Zelma');
  });

  it('leaves a category with the same name as it is', () => {
    const categories = [{ categoryId: steps.category('tv'), name: 'Zelma', questions: [] }];
    const log = logOf(steps.createsAs('Mo', categories), steps.joins('ann', 'Zelma'));
    expect(replayed(erased(log, 'ann'))).toMatchObject({ categories: [{ name: 'Zelma' }], players: [{ name: NEW }] });
  });

  it('leaves a question with the name as a word as its author wrote it', () => {
    const texts = { answer: 'Zelma', youtubeSongName: 'Zelma Quorndon' };
    const questions = [{ ...steps.draft(100, texts), questionId: steps.question('q') }];
    const categories = [{ categoryId: steps.category('tv'), name: 'TV', questions }];
    const log = logOf(steps.createsAs('Mo', categories), steps.joins('ann', 'Zelma'));
    const [created, joined] = erased(log, 'ann');
    expect(created).toEqual(log[0]?.event);
    expect(created).toMatchObject({ categories: [{ questions: [texts] }] });
    expect(joined).toMatchObject({ type: 'playerJoined', name: NEW });
  });

  it('knows every field of an event that has a name, and whether it is of a person', () => {
    const named = GameEvent.options.flatMap(({ shape }) =>
      Object.keys(shape)
        .filter((field) => /name$/i.test(field))
        .map((field) => `${shape.type.value}.${field}`),
    );
    expect(named.toSorted()).toEqual([...NAMES_OF_PEOPLE, ...OTHER_NAMES].toSorted());
  });

  it('loses the names of a guest who signed in to the account', () => {
    const log = logOf(...game, steps.movesUser('ann', 'account'));
    expect(JSON.stringify(erased(log, 'account'))).not.toContain('Zelma');
  });

  it('loses the name as moderator, member of the crew, judge and caller for help', () => {
    const log = logOf(
      ...game,
      steps.crewJoins('cem', undefined, 'Cemil'),
      steps.selects('q100'),
      steps.buzzes('ann', 'q100'),
      steps.as('cem', steps.judges('ann', false, 'q100')),
      steps.callsForHelp('cem', 'Cemil has no sound'),
    );
    const text = JSON.stringify(erased(log, 'cem'));
    expect(text).not.toContain('Cemil');
    expect(text).toContain('"byName":"Former player"');
    expect(JSON.stringify(erased(log, 'mo'))).not.toContain('"Mo"');
  });

  it('appears as the judge of the verdicts that they gave or changed last', () => {
    const log = logOf(
      ...game,
      steps.crewJoins('cem', undefined, 'Cemil'),
      steps.selects('q100'),
      steps.buzzes('ann', 'q100'),
      steps.as('cem', steps.judges('ann', false, 'q100')),
    );
    const judged = log.find(({ event }) => event.type === 'answerJudged');
    expect([verdictsBy(log, new Set(['cem'])), verdictsBy(log, new Set(['mo']))]).toEqual([[judged?.version], []]);
  });

  it('changes nothing in the log of a game that they were not in', () => {
    expect(withoutPerson(logOf(...game), new Set(['eve', roomActor('r')]), NEW).size).toBe(0);
  });
});
