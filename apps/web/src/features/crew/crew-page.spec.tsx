import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RouteReply } from '@earworm/contracts';
import { GameId, RIGHTS } from '@earworm/rules';
import { screen } from '@testing-library/react';
import { crewLinkOfPage, takeCrewLink } from '../../platform/crew-link.js';
import { keepPreferredName, moderatorMark } from '../../platform/storage/game-marks.js';
import { hasOwnRooms } from '../../platform/storage/session-marks.js';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs, type TestUser, tokenOf } from '../../testing/render.js';
import { draw, fill, pass, press } from '../../testing/user-actions.js';
import { CrewPage } from './crew-page.js';

const SECRET = 's'.repeat(43);
const LINK = `0b2f4a5e-6c1d-4e8f-9a3b-7d5c1e2f3a4b.${SECRET}`;
const CEM = { id: 'cem', name: 'Cem' };
const A_GUEST: TestUser = { id: 'guest-1', name: 'guest-1', roles: ['guest'] };
const TOKENS: RouteReply<'guest'> = {
  ...{ access_token: tokenOf(A_GUEST), refresh_token: 'r', token_type: 'Bearer' },
  ...{ expires_in: 300, refresh_expires_in: 3_600 },
};
type Looked = RouteReply<'lookAtCrewLink'>;
const GAME = GameId.parse('g1');
const looked = (more: Partial<Looked> = {}): Looked => ({
  ...{ gameId: GAME, gameCode: 'K7WQ4M', status: 'playing', moderatorName: 'Ruth' },
  ...{ purpose: 'co-host', rights: [...RIGHTS], state: 'open' },
  ...more,
});
const open = async (language: 'en' | 'de' = 'en') => {
  history.replaceState(null, '', `/crew#${LINK}`);
  takeCrewLink();
  await draw(<CrewPage />, { at: `${location.pathname}${location.hash}`, path: '/crew', language });
  await pass();
};
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const alert = () => screen.getByRole('alert').textContent;

beforeEach(() => {
  gateway.answer('lookAtCrewLink', looked());
  gateway.answer('useCrewLink', { gameId: GAME, rights: [...RIGHTS] });
});

describe('the page of a link to the crew', () => {
  it('takes the secret out of the address and stores it nowhere', async () => {
    await open();
    expect(crewLinkOfPage()).toBe(LINK);
    expect(location.href).not.toContain(SECRET);
    expect(JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])).not.toContain(SECRET);
  });

  it('shows whose game it is and the tasks, and uses nothing yet', async () => {
    await open();
    expect(heading()).toBe('Help to run Ruth’s game');
    expect(screen.getByText('Game code K 7 W Q 4 M')).toBeTruthy();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Run the game',
      'Look after players',
      'Board and settings',
    ]);
    expect(gateway.inputsOf('useCrewLink')).toEqual([]);
    expect(gateway.inputsOf('guest')).toEqual([]);
  });

  it('shows room and event of a link that an operator made for a room', async () => {
    gateway.answer('lookAtCrewLink', looked({ room: { number: 137, name: 'Team Lyon', showName: 'Company night' } }));
    await open();
    expect(heading()).toBe('Run room 137, Team Lyon');
    expect(screen.getByText('Company night')).toBeTruthy();
  });

  it('adds the page of the own rooms to the menu once a room has been taken', async () => {
    signInAs(CEM);
    gateway.answer('lookAtCrewLink', looked({ room: { number: 137, name: 'Team Lyon', showName: 'Company night' } }));
    await open();
    await fill('Your name', 'Cem');
    expect(hasOwnRooms('cem')).toBe(false);
    await press('I run this room');
    await pass();
    expect([hasOwnRooms('cem'), hasOwnRooms('dora')]).toEqual([true, false]);
  });

  it('signs a guest in at the tap only, and opens the desk', async () => {
    gateway.answer('guest', TOKENS);
    await open();
    await fill('Your name', 'Cem');
    await press('I run this room');
    await pass();
    expect(gateway.inputsOf('useCrewLink').map(({ body }) => body)).toEqual([{ link: LINK, name: 'Cem' }]);
    expect(moderatorMark(GAME)).toMatchObject({ moderatorName: 'Ruth', userId: 'guest-1' });
    expect(location.pathname).toBe('/game/g1');
  });

  it('fills in the name that the browser knows, and leads to the setup before the start', async () => {
    keepPreferredName('Cem');
    signInAs(CEM);
    gateway.answer('lookAtCrewLink', looked({ status: 'setup' }));
    await open();
    await press('I run this room');
    await pass();
    expect(location.pathname).toBe('/setup/g1');
  });

  it('calls a way back by its name', async () => {
    gateway.answer('lookAtCrewLink', looked({ purpose: 'way-back' }));
    await open('de');
    expect(heading()).toBe('Zurück zum Spiel von Ruth');
    expect(screen.getByRole('button', { name: 'Zurück an mein Pult' })).toBeTruthy();
  });

  it('gives no desk to somebody who only looks after players', async () => {
    signInAs(CEM);
    gateway.answer('lookAtCrewLink', looked({ rights: ['people'] }));
    gateway.answer('useCrewLink', { gameId: GAME, rights: ['people'] });
    await open();
    expect(screen.getByText(/You see no answers and can play along/)).toBeTruthy();
    await fill('Your name', 'Cem');
    await press('I run this room');
    await pass();
    expect(moderatorMark(GAME)).toBeNull();
    expect(location.pathname).toBe('/game/g1');
  });

  it.each([
    ['used', 'Someone has already used this link.'],
    ['expired', 'This link has expired.'],
    ['revoked', 'This link was revoked.'],
  ] as const)('says that a link is %s, and offers to ask for a new one', async (state, title) => {
    gateway.answer('lookAtCrewLink', looked({ state }));
    await open();
    expect(heading()).toBe(title);
    expect(screen.getByRole('button', { name: 'Ask for a new link' })).toBeTruthy();
  });

  it.each([
    ['used', 1],
    ['expired', 1],
    ['revoked', 0],
  ] as const)('asks the crew for another link instead of one that was %s, by one tap', async (state, requests) => {
    gateway.answer('lookAtCrewLink', looked({ state }));
    gateway.answer('askForCrewLink', {});
    Object.assign(navigator, { clipboard: { writeText: () => Promise.resolve() } });
    await open();
    await press('Ask for a new link');
    await pass();
    expect(gateway.inputsOf('askForCrewLink').map(({ body }) => body.link)).toEqual(Array(requests).fill(LINK));
    expect(screen.queryAllByText(/^Your request is listed under Crew at the desk\./)).toHaveLength(requests);
  });

  it('says that somebody has taken over from the owner, and asks to have the game back', async () => {
    gateway.answer('lookAtCrewLink', looked({ state: 'suspended', purpose: 'way-back' }));
    await open();
    expect(heading()).toBe('Someone has taken over this game.');
    expect(alert()).toBe('Someone has taken over this game. The link works again once they give it back.');
    expect(screen.getByRole('button', { name: 'Ask to have it back' })).toBeTruthy();
  });

  it('lets the user who has used the link go on', async () => {
    signInAs(CEM);
    gateway.answer('lookAtCrewLink', looked({ state: 'used' }));
    await open();
    await press('That was me');
    expect(screen.getByRole('button', { name: 'I run this room' })).toBeTruthy();
  });

  it('asks a player to leave the seat first', async () => {
    signInAs(CEM);
    gateway.refuse('useCrewLink', 'leave-seat-first');
    await open();
    await fill('Your name', 'Cem');
    await press('I run this room');
    await pass();
    expect(alert()).toContain('Leave your seat, then open the link again.');
    expect(screen.getByRole('link', { name: 'Go to my seat' }).getAttribute('href')).toBe('/game/g1');
  });

  it('says that the game is over', async () => {
    gateway.answer('lookAtCrewLink', looked({ status: 'completed' }));
    await open();
    expect(heading()).toBe('Ruth’s game is over.');
  });

  it('says that a link is unknown', async () => {
    gateway.refuse('lookAtCrewLink', 'crew-link-unknown');
    await open();
    expect(alert()).toBe('This link is not valid. Ask for a new one.');
  });
});
