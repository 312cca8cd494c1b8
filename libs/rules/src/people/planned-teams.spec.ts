import { describe, expect, it } from '@jest/globals';
import { evolve } from '../evolve.js';
import { NO_GAME } from '../state.js';
import { given } from '../testing/given-when-then.js';
import * as steps from '../testing/steps.js';
import { VIEW_KINDS } from '../views.js';
import { viewOf } from '../views/view-of.js';
import { isBlockedName } from './blocked-names.js';
import { planTeams } from './planned-teams.js';

const { addsTeams, choosesTeam, creates, createsWithTeams, dealsTeams, inheritsTeams, joins, mergesTeams } = steps;
const { movesToTeam, namesOwnTeam, removesTeam, renamesTeam, setsCaptain, starts } = steps;
const [REDS, BLUES] = [1, 2];

describe('Teams that an event plans for a room', () => {
  it('keep their order and their keys, and lose what is not shown', () => {
    const typed = [{ name: '  Red\u0000  foxes ', key: ' R 1 ' }, { name: 'Blues' }];
    expect(planTeams(typed, () => false)).toEqual({ teams: [{ name: 'Red foxes', key: 'R 1' }, { name: 'Blues' }] });
  });

  it.each([
    ['a missing name', [{ name: 'Reds' }, { name: ' \u200b' }], 'name-required', 1],
    ['a long name', [{ name: 'x'.repeat(21) }], 'name-too-long', 0],
    ['a web address', [{ name: 'www.reds.example' }], 'name-link', 0],
    ['a sign of lists in a name', [{ name: 'Reds|Blues' }], 'team-name-signs', 0],
    ['a bracket in a name', [{ name: 'Reds]' }], 'team-name-signs', 0],
    ['a name that occurs twice', [{ name: 'Reds' }, { name: 'REDS' }], 'team-name-taken', 1],
    ['a name that looks the same', [{ name: 'Reds' }, { name: 'Rеds' }], 'team-name-taken', 1],
    ['an insult', [{ name: 'Arschloch' }], 'name-blocked', 0],
    ['a word of the event', [{ name: 'Hoppla' }], 'name-blocked', 0],
    ['an empty key', [{ name: 'Reds', key: ' ' }], 'team-key-invalid', 0],
    ['a sign of lists in a key', [{ name: 'Reds', key: 'R|1' }], 'team-key-invalid', 0],
    [
      'a key that occurs twice',
      [
        { name: 'Reds', key: 'r1' },
        { name: 'Blues', key: 'R1' },
      ],
      'team-key-taken',
      1,
    ],
    ['a team too many', Array.from({ length: 101 }, (_, n) => ({ name: `T${n}` })), 'teams-full', 100],
  ])('refuse %s', (_, typed, refused, at) => {
    expect(planTeams(typed, (name) => isBlockedName(name, ['hoppla']))).toEqual({ refused, at });
  });
});

describe('A game that an event gives teams', () => {
  const game = given(createsWithTeams(['Reds', 'R1'], 'Blues'), joins('ann'), joins('bob'));

  it('begins with them, as it was created or replayed', () => {
    expect(game.game().teams).toEqual([
      { number: REDS, name: 'Reds', score: 0, fixed: true, key: 'R1' },
      { number: BLUES, name: 'Blues', score: 0, fixed: true },
    ]);
    const { events, game: created } = given().when(createsWithTeams(['Reds', 'R1']));
    expect(events.reduce<ReturnType<typeof evolve>>(evolve, NO_GAME)).toEqual(created());
  });

  it('refuses to be created with teams that it could not have', () => {
    expect(given().when(createsWithTeams('Reds', 'reds')).refusal).toBe('team-name-taken');
    expect(given().when(createsWithTeams(['Reds', '1'], ['Blues', '1'])).refusal).toBe('team-key-taken');
  });

  it.each([
    ['a further team', addsTeams('Greens')],
    ['another name', renamesTeam(REDS, 'Crimson')],
    ['one team less', removesTeam(REDS)],
    ['one team of two', mergesTeams(REDS, BLUES)],
  ])('refuses its crew %s', (_, asked) => {
    expect(game.when(asked).refusal).toBe('teams-fixed');
  });

  it('lets players choose, and its crew deal and move them', () => {
    expect(game.when(choosesTeam('ann', BLUES)).events).toMatchObject([{ type: 'teamJoined' }]);
    expect(game.when(dealsTeams(7)).events).toMatchObject([{ type: 'teamsDealt' }]);
    const played = given(createsWithTeams('Reds', 'Blues'), joins('ann'), choosesTeam('ann', REDS), starts());
    expect(played.when(movesToTeam('ann', BLUES)).events).toMatchObject([{ type: 'teamMoved' }]);
  });

  it('refuses a captain another name for the team', () => {
    const captained = given(createsWithTeams('Reds'), joins('ann'), choosesTeam('ann', REDS), setsCaptain(REDS, 'ann'));
    expect(captained.when(namesOwnTeam('ann', 'Crimson')).refusal).toBe('teams-fixed');
  });

  it('shows in no view by which keys the event knows them, and that the crew cannot change them', () => {
    for (const kind of VIEW_KINDS) {
      const { teams } = viewOf(game.game(), kind);
      expect(teams?.map(({ fixed }) => fixed)).toEqual([true, true]);
      expect(JSON.stringify(teams)).not.toContain('R1');
    }
  });
});

describe('The game after one with teams of an event', () => {
  it('inherits them as they were, with their keys', () => {
    const before = given(createsWithTeams(['Reds', 'R1'], 'Blues'));
    const next = given(creates(), steps.inheritsFrom(before.game()));
    expect(next.game().teams).toEqual(before.game().teams);
    expect(next.when(addsTeams('Greens')).refusal).toBe('teams-fixed');
    for (const kind of VIEW_KINDS) expect(JSON.stringify(viewOf(next.game(), kind))).not.toContain('R1');
  });

  it('keeps its own where it has some', () => {
    const own = given(createsWithTeams('Greens')).when(inheritsTeams([[REDS, 'Reds', 'ann']]));
    expect(own.events).toEqual([]);
  });
});
