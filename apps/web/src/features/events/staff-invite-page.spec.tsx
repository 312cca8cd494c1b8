import { beforeEach, describe, expect, it } from '@jest/globals';
import { StaffRole } from '@earworm/contracts';
import { screen } from '@testing-library/react';
import { crewLinkOfPage, takeCrewLink } from '../../platform/crew-link.js';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { aShow, SHOW, uuidOf } from '../../testing/shows.js';
import { draw, pass, press } from '../../testing/user-actions.js';
import { StaffInvitePage } from './staff-invite-page.js';

const SECRET = 's'.repeat(43);
const open = async (fragment = `${uuidOf(4)}.${SECRET}`) => {
  history.replaceState(null, '', `/event-staff#${fragment}`);
  takeCrewLink();
  await draw(<StaffInvitePage />, { at: `${location.pathname}${location.hash}`, path: '/event-staff' });
  await pass();
};

beforeEach(() => signInAs({ id: 'paul', name: 'Paul' }));

describe('the page of an invitation to the staff', () => {
  it('takes the secret out of the address and uses nothing yet', async () => {
    await open();
    expect(location.href).not.toContain(SECRET);
    expect(JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])).not.toContain(SECRET);
    expect(gateway.inputsOf('joinStaff')).toEqual([]);
  });

  it('joins at the tap and opens the event', async () => {
    gateway.answer('joinStaff', { showId: aShow().showId, role: StaffRole.enum.viewer });
    await open();
    await press('Join the staff');
    await pass();
    expect(gateway.inputsOf('joinStaff').map(({ body }) => body)).toEqual([{ inviteId: uuidOf(4), secret: SECRET }]);
    expect(location.pathname).toBe(`/events/${SHOW}`);
  });

  it('says that an invitation is not valid any more', async () => {
    gateway.refuse('joinStaff', 'event-invite-unknown');
    await open();
    await press('Join the staff');
    await pass();
    screen.getByText('This invitation is not valid any more. Ask for a new one.');
  });

  it('asks a guest to sign in first, and keeps the invitation', async () => {
    signInAs({ id: 'guest-1', name: 'guest-1', roles: ['guest'] });
    await open();
    expect(screen.queryByRole('button', { name: 'Join the staff' })).toBeNull();
    signInAs({ id: 'paul', name: 'Paul' });
    await pass();
    screen.getByRole('button', { name: 'Join the staff' });
    expect(crewLinkOfPage()).toContain(SECRET);
  });

  it('says what is missing without a link', async () => {
    await open('nonsense');
    screen.getByRole('heading', { name: 'This page needs an invitation' });
  });
});
