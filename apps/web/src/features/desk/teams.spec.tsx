import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import {
  addsTeams,
  buzzes,
  choosesTeam,
  createsWithTeams,
  joins,
  judges,
  selects,
  starts,
} from '@earworm/rules/testing';
import type { UserId } from '@earworm/rules';
import { gateway } from '../../testing/fake-gateway.js';
import { button, chooseAction, first, inLine, pickPanel, scores, seated } from '../../testing/desk-screen.js';
import { advance, click, given, keys, openDesk, sent, shownText, type } from '../../testing/game-screens.js';

const lobby = [...seated, joins('kim', 'Kim'), addsTeams('Foxes', 'Owls')];
const chosen = [...lobby, choosesTeam('leo', 1), choosesTeam('ann', 1), choosesTeam('kim', 2)];
const dialog = () => screen.findByRole('dialog', { name: 'Teams' });
const rows = async () =>
  within(within(await dialog()).getByRole('list', { name: 'Teams' }))
    .getAllByRole('listitem')
    .map(shownText);
const act = async (team: string, name: string) => {
  await click(button(`Actions for ${team}`));
  await advance(200);
  await click(screen.getByRole('menuitem', { name }));
};

describe('the dialog of teams', () => {
  it('creates as many teams as the moderator asks for', async () => {
    await given(...seated);
    await openDesk();
    await chooseAction(/Teams/);
    await type(screen.getByLabelText('How many teams?'), '3');
    await click(within(await dialog()).getByRole('button', { name: 'Create teams' }));
    expect(sent('addTeams')).toMatchObject([{ names: ['Team 1', 'Team 2', 'Team 3'] }]);
    expect(await rows()).toEqual(['Team 10 players', 'Team 20 players', 'Team 30 players']);
  });

  it('renames and removes a team, and adds one under the first free name', async () => {
    await given(...lobby);
    await openDesk();
    await chooseAction(/Teams/);
    await dialog();
    await act('Foxes', 'Rename');
    await type(screen.getByLabelText('Rename Foxes'), 'Team 1');
    await click(button('Save'));
    await act('Owls', 'Remove');
    await click(button('Add a team'));
    await click(button('Add'));
    expect(await rows()).toEqual(['Team 10 players', 'Team 20 players']);
  });

  it('leaves teams that the event has set as they are, and names captains and deals players', async () => {
    await given(createsWithTeams('Foxes', 'Owls'), joins('leo', 'Leo'), joins('kim', 'Kim'), choosesTeam('leo', 1));
    await openDesk();
    await chooseAction(/Teams/);
    const teams = within(await dialog());
    teams.getByText('The organisers of the event have set the teams. You can move players.');
    expect(teams.queryByRole('button', { name: 'Add a team' })).toBeNull();
    await click(button('Actions for Foxes'));
    await advance(200);
    expect(screen.getAllByRole('menuitem').map(shownText)).toEqual(['Choose the captain']);
    await keys('{Escape}');
    teams.getByRole('button', { name: 'Deal players into teams' });
  });

  it('deals the players, as often as the moderator likes, with another seed each time', async () => {
    await given(...lobby);
    await openDesk();
    await chooseAction(/Teams/);
    await dialog();
    await click(button('Deal players into teams'));
    await click(button('Deal again'));
    const [one, two] = sent('dealTeams') as unknown as { seed: number }[];
    expect(one?.seed).not.toBe(two?.seed);
    expect((await rows()).map((row) => row?.match(/\d/)?.[0]).sort()).toEqual(['1', '2']);
  });

  it('asks before it deals players who have chosen, or removes a team that has members', async () => {
    await given(...chosen);
    await openDesk();
    await chooseAction(/Teams/);
    await dialog();
    await click(button('Deal players into teams'));
    await click(
      within(await screen.findByRole('dialog', { name: 'Deal all players?' })).getByRole('button', { name: 'Cancel' }),
    );
    expect(sent('dealTeams')).toEqual([]);
    await advance(400);
    await act('Owls', 'Remove');
    await click(
      within(await screen.findByRole('dialog', { name: 'Remove Owls?' })).getByRole('button', { name: 'Remove' }),
    );
    expect(sent('removeTeam')).toMatchObject([{ team: 2 }]);
  });

  it('sets the captain among the active members of a team, shows the mark, and clears it', async () => {
    await given(...chosen);
    const person = (id: string, name: string, seat: number, team: number, isActive = true) => ({
      ...{ id: id as UserId, name, seat, team, isActive, score: 0, joinedAt: 1, leftAt: null },
    });
    const players = [person('ann', 'Ann', 1, 1), person('leo', 'Leo', 2, 1), person('kim', 'Kim', 3, 2)];
    gateway.answer('roster', { players: [...players, person('zoe', 'Zoe', 4, 1, false)], total: 4 });
    await openDesk();
    await chooseAction(/Teams/);
    await dialog();
    await act('Foxes', 'Choose the captain');
    await click(await screen.findByRole('combobox', { name: 'Captain of Foxes' }));
    await advance(200);
    expect(screen.getAllByRole('option').map(shownText)).toEqual(['No captain', 'Ann', 'Leo']);
    await click(screen.getByRole('option', { name: 'Leo' }));
    await click(button('Save'));
    expect(sent('setCaptain')).toMatchObject([{ team: 1, playerId: 'leo' }]);
    expect(await rows()).toEqual(['FoxesCaptain: Leo2 players', 'Owls1 player']);
    await click(button('Close'));
    await advance(400);
    await keys('a');
    const all = within(await screen.findByRole('dialog', { name: 'All players' }));
    const marked = within(await all.findByRole('list', { name: 'All players' })).getAllByText('Captain');
    expect(marked.map((mark) => mark.closest('li')?.textContent)).toEqual([expect.stringContaining('Leo')]);
    await click(all.getByRole('button', { name: 'Close' }));
    await advance(400);
    await chooseAction(/Teams/);
    await dialog();
    await act('Foxes', 'Choose the captain');
    await click(await screen.findByRole('combobox', { name: 'Captain of Foxes' }));
    await advance(200);
    await click(screen.getByRole('option', { name: 'No captain' }));
    await click(button('Save'));
    expect(sent('setCaptain').at(-1)).toMatchObject({ team: 1, playerId: null });
    expect(await rows()).toEqual(['Foxes2 players', 'Owls1 player']);
  });

  it('keeps the focus within when its content changes', async () => {
    await given(...lobby);
    await openDesk();
    await chooseAction(/Teams/);
    await dialog();
    await click(button('Add a team'));
    expect(document.activeElement).toBe(screen.getByLabelText('Name of the team'));
    await click(button('Cancel'));
    expect((await dialog()).contains(document.activeElement)).toBe(true);
  });

  it('leaves who is in which team to the players, or to the moderator', async () => {
    await given(...lobby);
    await openDesk();
    await chooseAction(/Teams/);
    await click(within(await dialog()).getByRole('radio', { name: 'You decide' }));
    expect(sent('changeSettings')).toMatchObject([{ settings: { teamChoice: 'moderator' } }]);
  });

  it('merges two teams between questions, and offers no deal while playing', async () => {
    await given(...chosen, starts());
    await openDesk();
    await chooseAction(/Teams/);
    await dialog();
    expect(screen.queryByRole('button', { name: /Deal/ })).toBeNull();
    await act('Owls', 'Merge into another team');
    await click(button('Merge'));
    expect(sent('mergeTeams')).toMatchObject([{ team: 2, into: 1 }]);
    expect(await rows()).toEqual(['Foxes3 players0']);
  });
});

describe('the desk of a game of teams', () => {
  it('names the team of who is first, and ranks the teams above the players', async () => {
    await given(...chosen, starts(), selects('q100'), buzzes('kim', 'q100'), judges('kim', true, 'q100'));
    await openDesk();
    expect(scores().slice(0, 2)).toEqual(['1Owls100', '2Foxes0']);
    expect(pickPanel()).toContain('Owls');
  });

  it('shows one buzz of each team in the queue', async () => {
    await given(...chosen, starts(), selects('q100'), buzzes('kim', 'q100'), buzzes('leo', 'q100'));
    await openDesk();
    expect(first()).toContain('KimOwls');
    expect(inLine()).toHaveLength(2);
  });

  it('moves a player to another team', async () => {
    await given(...chosen, starts());
    await openDesk();
    await click(button('Actions for Kim'));
    await advance(200);
    await click(screen.getByRole('menuitem', { name: 'Move to a team' }));
    await click(await screen.findByRole('combobox', { name: 'Team' }));
    await advance(200);
    await click(screen.getByRole('option', { name: 'Foxes' }));
    await click(button('Move'));
    expect(sent('moveToTeam')).toMatchObject([{ playerId: 'kim', team: 1 }]);
  });
});
