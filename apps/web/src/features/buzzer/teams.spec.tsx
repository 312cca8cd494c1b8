import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import {
  addsTeams,
  buzzes,
  changesSettings,
  choosesTeam,
  createsWithTeams,
  leaves,
  completes,
  dealsTeams,
  joins,
  judges,
  movesToTeam,
  selects,
  setsCaptain,
  starts,
} from '@earworm/rules/testing';
import { buzzer, foot, seated, stand, words } from '../../testing/buzzer-screen.js';
import { advance, click, given, happens, openBuzzer, sent, type } from '../../testing/game-screens.js';

const lobby = [...seated, joins('kim', 'Kim'), addsTeams('Foxes', 'Owls')];
/** Leo and Ann are Foxes, Kim is an Owl. */
const chosen = [...lobby, choosesTeam('leo', 1), choosesTeam('ann', 1), choosesTeam('kim', 2)];
const onSong = [...chosen, starts(), selects('q100')];
const teams = () => screen.getAllByRole('button', { name: /^(Foxes|Owls)/ }).map(({ textContent }) => textContent);

describe('the lobby of a game of teams', () => {
  it('lets the player choose a team, and another one until the start', async () => {
    await given(...lobby);
    await openBuzzer('leo');
    expect(await screen.findByRole('heading', { name: 'Choose your team' })).toBeTruthy();
    // They are not ranked yet.
    expect(screen.queryByTestId('own-rank')).toBeNull();
    expect(teams()).toEqual(['Foxes0 players', 'Owls0 players']);
    await click(screen.getByRole('button', { name: /^Owls/ }));
    expect(sent('joinTeam')).toMatchObject([{ team: 2 }]);
    expect(teams()).toEqual(['Foxes0 players', 'Owls Your team']);
    await click(screen.getByRole('button', { name: /^Foxes/ }));
    expect(teams()).toEqual(['Foxes Your team', 'Owls0 players']);
  });

  it('offers no team that is full, and puts a player where there is room', async () => {
    await given(...lobby, changesSettings({ teamSize: 1 }), choosesTeam('ann', 1));
    await openBuzzer('leo');
    const foxes = await screen.findByRole('button', { name: /^Foxes/ });
    expect([foxes.textContent, foxes.hasAttribute('disabled')]).toEqual(['FoxesFull', true]);
    await click(screen.getByRole('button', { name: 'Put me where there is room' }));
    expect(sent('joinTeam')).toMatchObject([{ team: 2 }]);
  });

  it('says which team the moderator has given', async () => {
    await given(...lobby, changesSettings({ teamChoice: 'moderator' }));
    await openBuzzer('leo');
    expect(await screen.findByText('Mo puts the teams together.')).toBeTruthy();
    await happens(dealsTeams(3));
    expect(screen.getByText('You play for')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Foxes/ })).toBeNull();
  });
});

describe('the buzzer of a player in a team', () => {
  it('says that another member of the team has buzzed, and takes no second buzz', async () => {
    await given(...onSong);
    await openBuzzer('leo');
    expect(words()[0]).toBe('BUZZ');
    await happens(buzzes('ann', 'q100'));
    expect(words()).toEqual(['Your team has buzzed', 'Ann answers']);
    expect(buzzer().getAttribute('aria-disabled')).toBe('true');
  });

  it('says how long the team has to wait for its turn to answer', async () => {
    await given(...onSong, buzzes('kim', 'q100'), buzzes('ann', 'q100'));
    await openBuzzer('leo');
    expect(words()).toEqual(['Your team has buzzed', 'Ann is 2nd in the queue']);
  });

  it('shows the verdict on the team to all of its members, and the score of the team', async () => {
    await given(...onSong, buzzes('ann', 'q100'));
    await openBuzzer('leo');
    await happens(judges('ann', true, 'q100'));
    expect(words()).toEqual(['+100', 'Right!']);
    expect(stand()).toEqual(['100', '1']);
  });

  it('says that the team has no tries left once it has had its only one', async () => {
    await given(...chosen, changesSettings({ attempts: 'once' }), starts(), selects('q100'));
    await openBuzzer('leo');
    await happens(buzzes('ann', 'q100'), judges('ann', false, 'q100'));
    await advance(3_000);
    expect(words()).toEqual(['Out', 'Your team has no tries left on this question']);
  });

  it('shows a player who was moved the place of the own buzz, and the verdict on it', async () => {
    await given(...onSong, buzzes('leo', 'q100'));
    await openBuzzer('leo');
    await happens(movesToTeam('leo', 2));
    expect(words()).toEqual(['1st', 'Answer now!']);
    await happens(judges('leo', true, 'q100'));
    expect(words()).toEqual(['+100', 'Right!']);
  });

  it('lets every member of the team that was right pick the next question', async () => {
    await given(...onSong, buzzes('ann', 'q100'), judges('ann', true, 'q100'));
    await openBuzzer('leo');
    expect(screen.getByText('You pick.')).toBeTruthy();
  });

  it('says which team picks', async () => {
    await given(...onSong, buzzes('ann', 'q100'), judges('ann', true, 'q100'), selects('q200'));
    await openBuzzer('kim');
    expect(foot().getByText('Foxes picks next')).toBeTruthy();
  });
});

describe('the phone of a captain', () => {
  const captained = [...chosen, setsCaptain(1, 'leo')];

  it('says so, renames the team, and says why a name is refused', async () => {
    await given(...captained);
    await openBuzzer('leo');
    const strip = within(await screen.findByRole('region', { name: 'Captain' }));
    strip.getByText('You are the captain');
    await click(strip.getByRole('button', { name: 'Rename team' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename team' }));
    await type(dialog.getByLabelText('Name of your team'), 'owls');
    await click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Another team already has this name')).toBeTruthy();
    await type(dialog.getByLabelText('Name of your team'), 'Red Foxes');
    await click(dialog.getByRole('button', { name: 'Save' }));
    expect(sent('nameOwnTeam').at(-1)).toMatchObject({ name: 'Red Foxes' });
    await screen.findByRole('button', { name: /^Red Foxes/ });
    await happens(leaves('leo'));
    expect(screen.queryByRole('region', { name: 'Captain' })).toBeNull();
  });

  it('offers no new name where the moderator checks names', async () => {
    await given(...captained, changesSettings({ nameReview: 'on' }));
    await openBuzzer('leo');
    const strip = within(await screen.findByRole('region', { name: 'Captain' }));
    expect(strip.queryByRole('button')).toBeNull();
  });

  it('offers no new name for a team that the event has set', async () => {
    await given(createsWithTeams('Foxes'), joins('leo', 'Leo'), choosesTeam('leo', 1), setsCaptain(1, 'leo'));
    await openBuzzer('leo');
    const strip = within(await screen.findByRole('region', { name: 'Captain' }));
    expect(strip.queryByRole('button')).toBeNull();
  });

  it('alone picks the next question for the team', async () => {
    await given(...captained, starts(), selects('q100'), buzzes('ann', 'q100'), judges('ann', true, 'q100'));
    await openBuzzer('leo');
    expect(screen.getByText('You pick.')).toBeTruthy();
  });

  it('leaves other members to wait for the captain, whom the lobby names', async () => {
    await given(...captained);
    await openBuzzer('ann');
    expect((await screen.findByRole('button', { name: /^Foxes/ })).textContent).toContain('Captain: Leo');
    await happens(starts(), selects('q100'), buzzes('ann', 'q100'), judges('ann', true, 'q100'));
    await advance(3_000);
    expect(screen.queryByText('You pick.')).toBeNull();
    expect(words()).toEqual(['Wait', 'Foxes is picking']);
  });
});

describe('the end of a game of teams', () => {
  it('says that the team has won, and shows the podium of teams', async () => {
    await given(...onSong, buzzes('ann', 'q100'), judges('ann', true, 'q100'), completes());
    await openBuzzer('leo');
    expect(await screen.findByRole('heading', { name: 'You won!' })).toBeTruthy();
    const podium = screen.getByRole('list', { name: 'Podium' });
    expect(podium.textContent).toContain('FoxesAnn and Leo1001');
    expect(podium.textContent).toContain('OwlsKim02');
  });
});
