import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { changesSettings, joins, reportsName, starts } from '@earworm/rules/testing';
import { advance, click, dialogOpens, given, happens, openDesk, openStage, sent } from '../../testing/game-screens.js';
import '../../shared/people/names-dialog.js';

const reviewed = changesSettings({ nameReview: 'on' });
const button = (name: string) => screen.getByRole('button', { name });
const newNames = () => screen.queryByRole('region', { name: 'New names' });
const open = async (title: string, name = 'Check names') => {
  await click(button(name));
  await dialogOpens(title);
};
const check = async (title = 'New names') => {
  await open(title);
  await advance(600);
};

describe('the desk of a game whose names are reviewed', () => {
  it('approves new names one by one', async () => {
    await given(reviewed, joins('ann', 'Ann'), joins('bob', 'Bob'), starts());
    await openDesk();
    within(newNames()!).getByText('2 new names. Others do not see them yet.');
    await check();
    await click(button('Approve Bob'));
    expect(sent('approveNames')).toMatchObject([{ names: [{ playerId: 'bob', name: 'Bob' }] }]);
    within(newNames()!).getByText('1 new name. Others do not see it yet.');
  });

  it('approves all names that it shows by one tap, and no further ones', async () => {
    const people = Array.from({ length: 22 }, (_, n) => joins(`p${n}`, `Name ${n}`));
    await given(reviewed, ...people, starts());
    await openDesk();
    await check();
    screen.getByText('and 2 more');
    await click(button('Approve these 20'));
    within(newNames()!).getByText('2 new names. Others do not see them yet.');
    await click(button('Approve these 2'));
    expect(newNames()).toBeNull();
    await advance(400);
    expect(screen.queryByRole('dialog', { name: 'New names' })).toBeNull();
  });

  it('takes no tap on a name that has just moved up', async () => {
    await given(reviewed, joins('ann', 'Ann'), starts());
    await openDesk();
    await open('New names');
    await happens(joins('bob', 'Bob'));
    await click(button('Approve Bob'));
    expect(sent('approveNames')).toEqual([]);
  });

  it('replaces a new name by a neutral one, by one tap', async () => {
    await given(reviewed, joins('ann', 'Ann'), joins('bob', 'Bob'), starts());
    await openDesk();
    await check();
    await click(button('Rename Bob to “Player 2”'));
    expect(sent('renamePlayer')).toMatchObject([{ playerId: 'bob', name: 'Player 2' }]);
    expect(screen.queryByRole('button', { name: 'Approve Bob' })).toBeNull();
  });

  it('shows a new name as soon as a player joins', async () => {
    await given(reviewed, starts());
    await openDesk();
    expect(newNames()).toBeNull();
    await happens(joins('ann', 'Ann'));
    within(newNames()!).getByText('1 new name. Others do not see it yet.');
  });
});

describe('the desk of a game in which players report names', () => {
  const people = [joins('ann', 'Ann'), joins('bob', 'Bob'), joins('cem', 'Cem'), starts()];
  const region = (name = 'Reported names') => screen.queryByRole('region', { name });

  it('says that a name was reported, and by how many players', async () => {
    await given(...people);
    await openDesk();
    expect(region()).toBeNull();
    await happens(reportsName('ann', 'bob'), reportsName('cem', 'bob'));
    expect(within(region()!).getByRole('status').textContent).toBe('1 name was reported.');
    await check('Reported names');
    screen.getByText('Reported by 2 players');
    await happens(reportsName('ann', 'cem'));
    screen.getByText('Reported by 1 player');
  });

  it('takes no second tap of a double tap, which would meet the next name', async () => {
    await given(...people, reportsName('ann', 'bob'), reportsName('ann', 'cem'));
    await openDesk();
    await check('Reported names');
    await click(button('Remove Bob from the game'));
    await click(button('Remove Cem from the game'));
    expect(sent('removePlayer')).toMatchObject([{ playerId: 'bob' }]);
  });

  it('hides who reported it', async () => {
    await given(joins('ann', 'Reporter'), joins('bob', 'Bob'), starts(), reportsName('ann', 'bob'));
    await openDesk();
    await check('Reported names');
    expect(screen.getByRole('dialog', { name: 'Reported names' }).textContent).not.toContain('Reporter');
  });

  it('keeps a name by one tap, and lists it no more', async () => {
    await given(...people, reportsName('ann', 'bob'));
    await openDesk();
    await check('Reported names');
    await click(button('Keep Bob'));
    expect(sent('keepName')).toEqual([{ type: 'keepName', playerId: 'bob', name: 'Bob' }]);
    expect(region()).toBeNull();
    await happens(reportsName('cem', 'bob'));
    expect(region()).toBeNull();
  });

  it('replaces a name by a neutral one, or removes the player, by one tap each', async () => {
    await given(...people, reportsName('ann', 'bob'), reportsName('ann', 'cem'));
    await openDesk();
    await check('Reported names');
    await click(button('Rename Bob to “Player 2”'));
    expect(sent('renamePlayer')).toMatchObject([{ playerId: 'bob', name: 'Player 2' }]);
    await advance(500);
    await click(button('Remove Cem from the game'));
    expect(sent('removePlayer')).toMatchObject([{ playerId: 'cem', ban: false }]);
    expect(region()).toBeNull();
  });

  it('takes no tap on a name that was just reported', async () => {
    await given(...people);
    await openDesk();
    await happens(reportsName('ann', 'bob'));
    await open('Reported names');
    await happens(reportsName('ann', 'cem'));
    await click(button('Keep Cem'));
    expect(sent('keepName')).toEqual([]);
  });

  it('lists names to review and reported names in one place', async () => {
    await given(
      joins('ann', 'Ann'),
      joins('bob', 'Bob'),
      starts(),
      reportsName('ann', 'bob'),
      reviewed,
      joins('cem', 'Cem'),
    );
    await openDesk();
    expect(within(region('Check names')!).getByRole('status').textContent).toBe(
      '1 new name. Others do not see it yet. 1 name was reported.',
    );
    await check('Check names');
    button('Approve Cem');
    button('Keep Bob');
    screen.getByRole('heading', { name: 'Reported names' });
  });

  it('speaks German', async () => {
    await given(...people, reportsName('ann', 'bob'));
    await openDesk('de');
    expect(within(region('Gemeldete Namen')!).getByRole('status').textContent).toBe('1 Name wurde gemeldet.');
    await open('Gemeldete Namen', 'Namen prüfen');
    screen.getByText('Von 1 Spieler gemeldet');
    button('Bob so lassen');
  });
});

describe('the menu of a player', () => {
  it('renames to a neutral name by one tap', async () => {
    await given(joins('ann', 'Ann'), starts());
    await openDesk();
    await click(button('Actions for Ann'));
    await click(screen.getByRole('menuitem', { name: 'Rename to “Player 1”' }));
    expect(sent('renamePlayer')).toMatchObject([{ playerId: 'ann', name: 'Player 1' }]);
  });
});

describe('the stage of a game whose names are reviewed', () => {
  it('shows a stand-in for a name that waits', async () => {
    await given(reviewed, joins('ann', 'Ann'), starts());
    await openStage();
    expect(screen.getAllByText('Player 1').length).toBeGreaterThan(0);
    expect(screen.queryByText('Ann')).toBeNull();
  });
});
