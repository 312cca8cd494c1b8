import { describe, expect } from '@jest/globals';
import { moderatorOf } from './support/moderator.js';
import { playerOf } from './support/player.js';
import { test } from './support/test.js';

describe('a game of teams', () => {
  test('players choose their teams, one buzz of a team waits, and the better team wins', async ({ arrive }) => {
    const ruth = moderatorOf(await arrive('Ruth', { viewport: { width: 1280, height: 800 } }));
    const [ada, leo, kim, zoe] = [
      playerOf(await arrive('Ada')),
      playerOf(await arrive('Leo')),
      playerOf(await arrive('Kim', { viewport: { width: 320, height: 568 } })),
      playerOf(await arrive('Zoe')),
    ];
    const desk = ruth.person.page;
    await ruth.createGame();
    await ruth.addCategory('Eighties');
    for (const [link, answer] of [
      ['aaaaaaaaaa1', 'Alpha Song'],
      ['bbbbbbbbbb2', 'Beta Song'],
    ] as const) {
      await ruth.openQuestion('Eighties');
      await ruth.typeQuestion({ link, answer });
    }
    const code = await ruth.gameCode();
    for (const player of [ada, leo, kim]) await player.joinAsGuest(code);

    // Two teams, one of which gets another name.
    await ruth.person.button('Teams…').click();
    const teams = desk.getByRole('dialog', { name: 'Teams' });
    await teams.getByLabel('How many teams?').fill('2');
    await teams.getByRole('button', { name: 'Create teams' }).click();
    await teams.getByRole('button', { name: 'Actions for Team 1' }).click();
    await desk.getByRole('menuitem', { name: 'Rename' }).click();
    await teams.getByLabel('Rename Team 1').fill('Team 2');
    await teams.getByRole('button', { name: 'Save' }).click();
    await ruth.person.sees('Another team already has this name');
    await teams.getByLabel('Rename Team 1').fill('Foxes');
    await teams.getByRole('button', { name: 'Save' }).click();
    await teams.getByText('Foxes').waitFor();

    await ada.person.sees('Choose your team');
    await ada.person.button(/^Foxes/).click();
    await ada.person.page.getByRole('button', { name: /^Foxes.*Your team/ }).waitFor();
    await leo.person.button(/^Foxes/).click();
    await leo.person.page.getByRole('button', { name: /^Foxes.*Your team/ }).waitFor();
    // The other team has fewer members.
    await kim.person.button('Put me where there is room').click();
    await kim.person.page.getByRole('button', { name: /^Team 2.*Your team/ }).waitFor();
    await teams.getByText('2 players').waitFor();
    await desk.keyboard.press('Escape');
    await teams.waitFor({ state: 'detached' });
    const stage = await ruth.person.inAnotherTab();
    await stage.page.setViewportSize({ width: 1280, height: 720 });
    await stage.page.goto(desk.url().replace('/setup/', '/stage/'));
    await stage.page.getByRole('list', { name: 'Teams' }).getByText('Foxes').waitFor();
    await stage.page.getByRole('list', { name: 'Teams' }).getByText('Ada and Leo').waitFor();
    await desk.bringToFront();

    // Leo is captain, and gives the team another name.
    await ruth.person.button('Teams…').click();
    await teams.getByRole('button', { name: 'Actions for Foxes' }).click();
    await desk.getByRole('menuitem', { name: 'Choose the captain' }).click();
    await teams.getByRole('combobox', { name: 'Captain of Foxes' }).click();
    await desk.getByRole('option', { name: 'Leo' }).click();
    await teams.getByRole('button', { name: 'Save' }).click();
    await teams.getByText('Captain: Leo').waitFor();
    await leo.person.sees('You are the captain');
    await leo.person.button('Rename team').click();
    const naming = leo.person.page.getByRole('dialog', { name: 'Rename team' });
    await naming.getByLabel('Name of your team').fill('Red Foxes');
    await naming.getByRole('button', { name: 'Save' }).click();
    await teams.getByText('Red Foxes').waitFor();
    await ada.person.page.getByRole('button', { name: /^Red Foxes.*Captain: Leo/ }).waitFor();
    await desk.keyboard.press('Escape');
    await teams.waitFor({ state: 'detached' });

    // Who comes after the start goes to the smaller team.
    await ruth.start();
    await zoe.enterCode(code);
    await zoe.person.button('Join Game').click();
    await zoe.becomes('wait');
    await zoe.person.page.getByTestId('buzzer').getByText('Team 2').waitFor();

    await ruth.pick('Eighties for 100');
    await Promise.all([ada, leo, kim, zoe].map((player) => player.becomes('armed')));
    await leo.buzz();
    await leo.becomes('first');
    await ada.becomes('team');
    await ada.person.sees('Your team has buzzed');
    await ada.person.sees('Leo answers');
    await kim.buzz();
    await kim.becomes('inLine');
    await zoe.becomes('team');
    await ruth.first('Leo');
    await stage.page.getByRole('heading', { name: 'Red Foxes' }).waitFor();
    await Promise.all([ada.becomes('wrong'), leo.becomes('wrong'), ruth.judge('Wrong')]);
    expect([await ada.score(), await leo.score(), await kim.score()]).toEqual([-50, -50, 0]);
    await kim.becomes('first');
    await Promise.all([zoe.becomes('right'), ruth.judge('Right')]);
    expect([await kim.score(), await zoe.score()]).toEqual([100, 100]);

    // Any member of the team picks next.
    await zoe.person.sees('You pick.');
    await kim.person.sees('You pick.');
    await ada.person.sees('Team 2 is picking');

    await ruth.choose('End game');
    await ruth.confirm('End game');
    await zoe.person.sees('You won!');
    await ada.person.sees(/Team 2 wins/);
    await stage.page.getByRole('heading', { name: 'Team 2 wins' }).waitFor();
    await stage.page.getByText('Kim and Zoe').waitFor();

    // The next game has the same teams, with the members who come along.
    await ruth.person.button('Play again with the same people').click();
    await ruth.person.sees('The teams come along, with the same members.');
    await ruth.person.button('Create Game').click();
    for (const player of [zoe, ada]) await player.person.page.getByRole('link', { name: 'Join the next game' }).click();
    await zoe.person.page.getByRole('button', { name: /^Team 2.*Your team/ }).waitFor();
    await ada.person.page.getByRole('button', { name: /^Red Foxes.*Your team/ }).waitFor();
  });
});
