import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { changesSettings, joins, starts } from '@earworm/rules/testing';
import { advance, click, given, happens, openDesk, openStage, sent } from '../../testing/game-screens.js';

const reviewed = changesSettings({ nameReview: 'on' });
const button = (name: string) => screen.getByRole('button', { name });
const newNames = () => screen.queryByRole('region', { name: 'New names' });
const check = async () => {
  await click(button('Check names'));
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
    await click(button('Check names'));
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
