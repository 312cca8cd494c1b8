import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { useSession } from '../../platform/session/session.js';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { savedFiles } from '../../testing/saved-files.js';
import { click, dialog, draw, pass, press } from '../../testing/user-actions.js';
import { AccountPage } from './account-page.js';

beforeEach(() => signInAs({ id: 'ada', name: 'Ada' }));

const open = () => draw(<AccountPage />, { at: '/account' });
const openDialog = async () => {
  await open();
  await press('Delete my data…');
  return dialog('Delete your data?');
};

describe('the page of a user’s own data', () => {
  it('shows who is signed in, and leads to templates, games and events', async () => {
    await open();
    screen.getByText('You are signed in as Ada.');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/my-templates', '/game-history', '/events']);
  });

  it('shows a guest no events, and that they belong to this browser', async () => {
    signInAs({ id: 'gus', name: 'Guest', roles: ['guest'] });
    await open();
    screen.getByText('You are a guest of this browser.');
    expect(screen.queryByRole('link', { name: 'Your events' })).toBeNull();
  });
});

describe('the download of a user’s data', () => {
  it('saves one file with all pages of all parts', async () => {
    gateway.answer('exportMe', ({ query }) => {
      if (query.part !== 'library') return { rows: [], next: null };
      const templateId = query.after === undefined ? 'first' : 'second';
      return { rows: [{ what: 'templates', row: { templateId } }], next: query.after === undefined ? '0:first' : null };
    });
    await open();
    await press('Download my data');
    const [file] = await savedFiles();
    expect(file?.name).toBe('earworm-my-data.json');
    expect(JSON.parse(file?.text ?? '')).toEqual({
      ...{ userId: 'ada', exportedAt: expect.any(String) },
      ...{ identity: {}, game: {}, telemetry: {}, feedback: {}, shows: {} },
      library: { templates: [{ templateId: 'first' }, { templateId: 'second' }] },
    });
  });

  it('continues after a pause when the server has so many pages that the limit of requests is reached', async () => {
    gateway.respond('exportMe', () => Response.json({ code: 'limit-requests', params: { n: 7 } }, { status: 429 }));
    await open();
    await press('Download my data');
    gateway.answer('exportMe', { rows: [], next: null });
    await pass(7_000);
    expect((await savedFiles()).map(({ name }) => name)).toEqual(['earworm-my-data.json']);
  });

  it('saves nothing, and says so, when a service does not answer', async () => {
    gateway.refuse('exportMe', 'unavailable');
    await open();
    await press('Download my data');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Download my data' })).toBeDefined());
    expect(await savedFiles()).toEqual([]);
  });
});

describe('the deletion of a user’s data', () => {
  it.each([
    ['deletes the templates', false],
    ['leaves published templates in the library when asked to', true],
  ])('%s, and signs the user out', async (_, keepsTemplates) => {
    gateway.answer('eraseMe', {});
    const window = await openDialog();
    if (keepsTemplates) await click(window.getByRole('checkbox'));
    await press('Delete my data', window);
    await waitFor(() => expect(useSession.getState().user).toBeNull());
    expect(gateway.inputsOf('eraseMe').map(({ body }) => body)).toEqual([{ userId: 'ada', keepsTemplates }]);
    await waitFor(() => expect(location.pathname).toBe('/'));
  });

  it('says what goes and what stays, also for a guest', async () => {
    signInAs({ id: 'gus', name: 'Guest', roles: ['guest'] });
    const window = await openDialog();
    const lines = window.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines[0]).toBe('Your sign-in as a guest');
    expect(lines).toContain('Your name in the games of others: they show “Former player” instead');
    expect(lines).toContain('Your scores in the games of others, without your name');
  });

  it('deletes nothing when it is cancelled', async () => {
    await press('Cancel', await openDialog());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(gateway.inputsOf('eraseMe')).toEqual([]);
  });

  it('tells the last admin why they cannot be deleted, and keeps them signed in', async () => {
    gateway.refuse('eraseMe', 'last-admin');
    const window = await openDialog();
    await press('Delete my data', window);
    await waitFor(() => expect(window.getByRole('alert').textContent).toContain('This is the last admin.'));
    expect(useSession.getState().user?.id).toBe('ada');
  });
});
