import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import {
  as,
  asksBack,
  buzzes,
  callsForHelp,
  changesScore,
  crewJoins,
  givesBack,
  joins,
  judges,
  leaves,
  locksJoining,
  MODERATOR,
  pausesMusic,
  removesCrew,
  selects,
  setsRights,
  solvesHelp,
  starts,
  takesMusic,
  takesOver,
  GAME_ID,
  START,
} from '@earworm/rules/testing';
import { UserId } from '@earworm/rules';
import { messageOf } from '../../platform/i18n/t.js';
import { moderatorMark } from '../../platform/storage/game-marks.js';
import '../../shared/people/people-tools.js';
import { gateway } from '../../testing/fake-gateway.js';
import {
  advance,
  click,
  dialogOpens,
  given,
  happens,
  keys,
  meanwhile,
  openBuzzer,
  openDesk,
  sent,
  server,
  type,
} from '../../testing/game-screens.js';

const NOT_YOURS = messageOf('right-missing');
const TAKEN = messageOf('taken-over');
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const banner = () => screen.getByTestId('crew-banner');
const inBanner = (name: string) => within(banner()).getByRole('button', { name });
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));
const stateOf = (element: Element) => [element.hasAttribute('disabled'), element.getAttribute('title')];
/** The desk of a member: the server knows them, whichever page they open. */
const openDeskOf = openBuzzer;
const started = [joins('ann', 'Ann'), crewJoins('cem', ['judge', 'people', 'settings'], 'Cem'), starts()];
const inRound = [...started, selects('q100'), buzzes('ann', 'q100')];

beforeEach(() => gateway.answer('listCrewLinks', { links: [] }));

describe('the desk of a member of the crew', () => {
  it('opens for a co-host at the address of the game, and judges', async () => {
    await given(...inRound);
    await openDeskOf('cem');
    await click(button(/^Right/));
    expect(sent('judgeAnswer')).toMatchObject([{ playerId: 'ann', correct: true }]);
    expect(screen.getByTestId('pick-panel')).toBeTruthy();
  });

  it('names on the score sheet who judged and changed scores', async () => {
    await given(...inRound, as('cem', judges('ann', true, 'q100')), changesScore('ann', 5, 'Sang along'));
    await openDesk();
    await keys('h');
    await dialogOpens('Score sheet');
    expect(button('Verdict for Ann: Right +100, by Cem').textContent).toContain('by Cem');
    expect(screen.getByRole('region', { name: 'Changed by hand' }).textContent).toContain('Sang along · by Mo');
  });

  it('disables what the member has no right to, and says why', async () => {
    await given(joins('ann', 'Ann'), crewJoins('cem', ['judge']), starts(), selects('q100'), buzzes('ann', 'q100'));
    await openDeskOf('cem');
    expect(stateOf(button(/^Right/))).toEqual([false, null]);
    expect(stateOf(screen.getByRole('switch', { name: /^Joining/ }))).toEqual([true, NOT_YOURS]);
    expect(stateOf(screen.getByRole('switch', { name: 'Time trial' }))).toEqual([true, NOT_YOURS]);
    await keys('j');
    expect(sent('lockJoining')).toEqual([]);
    expect(screen.getByText(NOT_YOURS)).toBeTruthy();
  });

  it('says in German what the member may not do', async () => {
    await given(...started, setsRights('mo', 'cem', ['settings']));
    await openDeskOf('cem', 'de');
    expect(
      button(/^TV für 100/)
        .closest('[title]')
        ?.getAttribute('title'),
    ).toBe('Das gehört nicht zu deinen Aufgaben in diesem Spiel.');
  });

  it('plays no music and takes none without the right to judge', async () => {
    await given(joins('ann', 'Ann'), crewJoins('cem', ['settings']), starts(), selects('q100'));
    await openDeskOf('cem');
    expect(sent('takeMusic')).toEqual([]);
    expect(sent('noteSong')).toEqual([]);
  });

  it('gives way to a plain message when the member is removed', async () => {
    await given(...started);
    await openDeskOf('cem');
    await happens(removesCrew('mo', 'cem'));
    expect(screen.getByRole('heading', { name: 'You are no longer in this crew' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toBeTruthy();
    expect(moderatorMark(GAME_ID)).toBeNull();
  });

  it('leads to the game when the member keeps looking after players only', async () => {
    await given(...started);
    await openDeskOf('cem');
    await happens(setsRights('mo', 'cem', ['people']));
    expect(screen.getByRole('heading', { name: 'Your desk is closed' })).toBeTruthy();
  });

  it('appears as an offer on a player’s page whose user gets one', async () => {
    await given(joins('ann', 'Ann'), joins('leo', 'Leo'), starts());
    await openBuzzer('leo');
    await happens(leaves('leo'), crewJoins('leo', ['judge']));
    await click(button('Open the desk'));
    expect(screen.getByTestId('pick-panel')).toBeTruthy();
  });
});

describe('a desk that somebody has taken over', () => {
  it('shows a banner, only watches, and asks to have the game back', async () => {
    await given(...started);
    await openDesk();
    await happens(takesOver('cem', 'desk-2'));
    expect(within(banner()).getByRole('status').textContent).toMatch(/^Cem has taken over. You are watching./);
    expect(screen.getByTestId('pick-panel').textContent).toContain(TAKEN);
    await happens(as('cem', selects('q100')), buzzes('ann', 'q100'));
    expect(screen.getByTestId('first').textContent).toContain('Ann');
    expect(stateOf(button(/^Right/))).toEqual([true, TAKEN]);
    expect(stateOf(screen.getByRole('switch', { name: /^Joining/ }))).toEqual([true, TAKEN]);
    expect(within(banner()).queryByRole('button', { name: 'Take over again' })).toBeNull();
    await click(inBanner('Ask to have it back'));
    expect(sent('askBack')).toHaveLength(1);
    expect(within(banner()).getByRole('status').textContent).toContain('You asked to have it back. Cem can see that.');
  });

  it('works as before once it is given back', async () => {
    await given(...inRound, takesOver('cem'));
    await openDesk();
    expect(stateOf(button(/^Right/))).toEqual([true, TAKEN]);
    await happens(givesBack('cem'));
    expect(screen.queryByTestId('crew-banner')).toBeNull();
    expect(stateOf(button(/^Right/))).toEqual([false, null]);
  });

  it('takes over again without being asked when the other one has left', async () => {
    await given(...started, takesOver('cem'), as('cem', locksJoining(true)));
    await openDesk();
    await happens(as('cem', { ...pausesMusic(true, 'q100'), command: { type: 'leaveAsModerator' } }));
    await click(inBanner('Take over again'));
    expect(sent('takeOver')).toHaveLength(1);
    expect(within(banner()).getByText('You have taken over.')).toBeTruthy();
  });

  it('takes no music when an operator’s desk has not taken it yet', async () => {
    await given(...started, takesMusic('desk-1'), takesOver('cem'));
    await openDesk();
    expect(sent('takeMusic')).toEqual([]);
    expect(screen.queryByTestId('music-elsewhere')).toBeNull();
  });
});

describe('the desk that has taken over', () => {
  it('asks first, names who only watches then, and is given back', async () => {
    await given(...started);
    await openDesk();
    await keys('o');
    await dialogOpens('Crew');
    await click(dialog('Crew').getByRole('button', { name: 'Take over' }));
    expect(sent('takeOver')).toEqual([]);
    await click(dialog('Take over from Cem?').getByRole('button', { name: 'Take over' }));
    expect(sent('takeOver')).toHaveLength(1);
    expect(within(banner()).getByRole('status').textContent).toBe('You have taken over. Only watching: Cem');
    await happens(asksBack('cem'));
    expect(within(banner()).getByRole('alert').textContent).toBe('Cem would like to have the game back.');
    await click(inBanner('Give back'));
    expect(sent('giveBack')).toHaveLength(1);
    expect(screen.queryByTestId('crew-banner')).toBeNull();
  });
});

describe('the dialog of the crew', () => {
  const openCrew = async () => {
    await openDesk();
    await keys('o');
    await dialogOpens('Crew');
  };
  const members = () =>
    within(dialog('Crew').getByRole('list', { name: 'Members of the crew' }))
      .getAllByRole('listitem')
      .filter(({ parentElement }) => parentElement?.getAttribute('aria-label') === 'Members of the crew')
      .map(({ textContent }) => textContent);
  const act = async (name: string) => {
    await click(dialog('Crew').getByRole('button', { name: 'Actions for Cem' }));
    await click(screen.getByRole('menuitem', { name }));
  };

  it('lists the members with their tasks and whether they are connected', async () => {
    await given(...started);
    await openCrew();
    await meanwhile((of) => of.sendCrewPresence(MODERATOR));
    expect(members()).toEqual([
      expect.stringMatching(/^MoOwner · you · connected · joined .*Run the gameLook after playersBoard and settings$/),
      expect.stringMatching(/^Cemnot connected · joined .*Run the gameLook after playersBoard and settings$/),
    ]);
  });

  it('changes the tasks of a member', async () => {
    await given(...started);
    await openCrew();
    await act('Change tasks');
    const form = dialog('Tasks of Cem');
    await click(form.getByRole('checkbox', { name: 'Run the game' }));
    await click(form.getByRole('button', { name: 'Save' }));
    expect(sent('setCrewRights')).toEqual([{ type: 'setCrewRights', userId: 'cem', rights: ['people', 'settings'] }]);
  });

  it('asks before a member is removed', async () => {
    await given(...started);
    await openCrew();
    await act('Remove from the crew');
    expect(sent('removeCrew')).toEqual([]);
    await click(dialog('Remove Cem from the crew?').getByRole('button', { name: 'Remove Cem' }));
    expect(sent('removeCrew')).toEqual([{ type: 'removeCrew', userId: 'cem' }]);
  });

  it('hands the game over for good, and asks whether one stays', async () => {
    await given(...started);
    await openCrew();
    await act('Hand over for good');
    const form = dialog('Hand this game over to Cem?');
    await click(form.getByRole('checkbox', { name: 'I stay in the crew with all tasks' }));
    await click(form.getByRole('button', { name: 'Hand over to Cem' }));
    expect(sent('handOver')).toEqual([{ type: 'handOver', userId: 'cem', stays: false }]);
  });

  it('lets a co-host leave', async () => {
    await given(...started);
    await openDeskOf('cem');
    await keys('o');
    await dialogOpens('Crew');
    await click(dialog('Crew').getByRole('button', { name: 'Leave the crew' }));
    await click(dialog('Leave the crew?').getByRole('button', { name: 'Leave the crew' }));
    expect(sent('leaveCrew')).toHaveLength(1);
  });
});

describe('a call for help', () => {
  it('opens with F, has one of six kinds and a text, and can be withdrawn', async () => {
    await given(...started);
    await openDesk();
    await keys('f');
    await dialogOpens('Call for help');
    const form = dialog('Call for help');
    expect(form.getAllByRole('radio')).toHaveLength(6);
    await click(form.getByRole('radio', { name: 'Connection' }));
    await type(form.getByRole('textbox', { name: 'Details' }), 'The Wi-Fi is gone.');
    await click(form.getByRole('button', { name: 'Call an operator' }));
    expect(sent('callForHelp')).toEqual([{ type: 'callForHelp', category: 'connection', text: 'The Wi-Fi is gone.' }]);
    const bar = screen.getByTestId('help-bar');
    expect(within(bar).getByRole('status').textContent).toBe('Help is called: Connection');
    await click(within(bar).getByRole('button', { name: 'Withdraw' }));
    expect(sent('withdrawHelp')).toHaveLength(1);
    expect(screen.queryByTestId('help-bar')).toBeNull();
  });

  it('disappears when an operator has solved it', async () => {
    await given(...started, callsForHelp('cem'));
    await openDesk();
    expect(screen.getByTestId('help-bar').textContent).toMatch(/by Cem · \d+ s ago/);
    await advance(61_000);
    expect(screen.getByTestId('help-bar').textContent).toMatch(/by Cem · 1 min ago/);
    await happens(solvesHelp('ops'));
    expect(screen.queryByTestId('help-bar')).toBeNull();
  });
});

describe('a member who only looks after players', () => {
  it('keeps playing', async () => {
    await given(joins('ann', 'Ann'), crewJoins('ann', ['people']), starts());
    await openBuzzer('ann');
    expect(screen.getByTestId('own-score')).toBeTruthy();
    expect(server.commands).toEqual([]);
  });

  it('locks joining and removes a player over the player’s own connection', async () => {
    const person = (id: string, name: string, seat: number) => ({
      ...{ id: UserId.parse(id), name, seat, score: 0 },
      ...{ isActive: true, joinedAt: START, leftAt: null },
    });
    gateway.answer('roster', { players: [person('ann', 'Ann', 1), person('leo', 'Leo', 2)], total: 2 });
    await given(joins('ann', 'Ann'), joins('leo', 'Leo'), crewJoins('ann', ['people']), starts());
    await openBuzzer('ann');
    await click(await screen.findByRole('button', { name: 'Players' }));
    const list = dialog('All players');
    await click(list.getByRole('switch', { name: 'New players can join' }));
    expect(sent('lockJoining')).toEqual([{ type: 'lockJoining', locked: true }]);
    await click(list.getByRole('button', { name: 'Actions for Leo' }));
    await click(screen.getByRole('menuitem', { name: 'Remove from the game' }));
    expect(sent('removePlayer')).toEqual([{ type: 'removePlayer', playerId: 'leo', ban: false }]);
  });
});

describe('the links to the crew', () => {
  const ID = '0b2f4a5e-6c1d-4e8f-9a3b-7d5c1e2f3a4b';
  const SECRET = 's'.repeat(43);
  const aLink = {
    ...{ linkId: ID, purpose: 'co-host' as const, rights: ['judge' as const], createdBy: MODERATOR },
    ...{
      createdAt: START,
      expiresAt: START + 86_400_000,
      usedBy: null,
      usedAt: null,
      revokedAt: null,
      askedAt: null as number | null,
    },
  };
  const openLinks = async (...links: (typeof aLink)[]) => {
    gateway.answer('listCrewLinks', { links });
    await given(...started);
    await openDesk();
    await keys('o');
    await dialogOpens('Crew');
  };

  it('invite a co-host with chosen tasks, and are shown once as a QR code', async () => {
    gateway.answer('createCrewLink', { linkId: ID, secret: SECRET, expiresAt: START + 86_400_000 });
    await openLinks();
    await click(dialog('Crew').getByRole('button', { name: 'Invite a co-host' }));
    const form = dialog('Invite a co-host');
    await click(form.getByRole('checkbox', { name: 'Board and settings' }));
    await click(form.getByRole('button', { name: 'Create the link' }));
    expect(gateway.inputsOf('createCrewLink').map(({ body }) => body)).toEqual([
      { rights: ['judge', 'people'], purpose: 'co-host' },
    ]);
    expect(form.getByRole('img', { name: 'QR code of the link to the crew' })).toBeTruthy();
    expect(document.body.innerHTML).not.toContain(SECRET);
  });

  it('show who asks for another one, which one tap makes with the same tasks', async () => {
    const made = { linkId: ID.replace('0b', '0d'), secret: SECRET, expiresAt: START + 86_400_000 };
    gateway.answer('createCrewLink', made);
    await openLinks({ ...aLink, expiresAt: START - 1, askedAt: START });
    expect(dialog('Crew').getByRole('alert').textContent).toContain('Someone asks for a new link');
    await click(dialog('Crew').getByRole('button', { name: 'Send a new link' }));
    expect(gateway.inputsOf('createCrewLink').map(({ body }) => body)).toEqual([
      { rights: ['judge'], purpose: 'co-host', insteadOf: ID },
    ]);
    const shown = dialog('Invite a co-host');
    expect(shown.getByRole('img', { name: 'QR code of the link to the crew' })).toBeTruthy();
    expect(shown.getByRole('button', { name: 'Copy link' })).toBeTruthy();
  });

  it('list their state, and are revoked after a question', async () => {
    gateway.answer('revokeCrewLink', {});
    await openLinks(aLink, { ...aLink, linkId: ID.replace('0b', '0c'), expiresAt: START - 1 });
    const items = within(dialog('Crew').getByRole('list', { name: 'Links to the crew' }));
    expect(items.getByText(/^can be used until/)).toBeTruthy();
    expect(items.getByText(/^expired/)).toBeTruthy();
    await click(items.getByRole('button', { name: 'Revoke' }));
    expect(gateway.inputsOf('revokeCrewLink')).toEqual([]);
    await click(dialog('Revoke this link?').getByRole('button', { name: 'Revoke the link' }));
    expect(gateway.inputsOf('revokeCrewLink').map(({ params }) => params.linkId)).toEqual([ID]);
  });
});
