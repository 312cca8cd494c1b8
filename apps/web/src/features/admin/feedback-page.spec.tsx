import { describe, expect, it } from '@jest/globals';
import { type Feedback, RefusedError } from '@earworm/contracts';
import { GameId } from '@earworm/rules';
import { fireEvent, screen, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { choose, dialog, draw, fill, NOW, pass, press, valueOf } from '../../testing/user-actions.js';
import { savedFiles } from '../../testing/saved-files.js';
import { FeedbackPage } from './feedback/feedback-page.js';
import { MINUTE, SECOND_TRY_MS, addressNow, rowsOf, quoted } from './testing/admin-page.js';

const entry = (number: number, more: Partial<Feedback> = {}): Feedback => ({
  feedbackId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  type: 'bug',
  title: `Entry ${number}`,
  description: 'It does not work.',
  screenshotURL: null,
  createdAt: NOW - number * MINUTE,
  userId: 'guest-1',
  userEmail: null,
  status: 'new',
  gameVersion: '1.0',
  replyNote: '',
  handledAt: null,
  handledBy: null,
  ...more,
});
const APPLAUSE = entry(1, {
  type: 'feature',
  title: '=Louder applause',
  userEmail: 'pia@example.org',
});
const PICTURED = { ...APPLAUSE, screenshotURL: `/api/admin/feedback/${APPLAUSE.feedbackId}/screenshot` };
const BY_STATUS = { new: 2, 'in-progress': 0, resolved: 1, declined: 0 };

describe('the feedback page', () => {
  const list = (rows: Feedback[], total = rows.length) =>
    gateway.answer('listFeedback', { rows, total, byStatus: BY_STATUS });
  const lastQuery = () => gateway.inputsOf('listFeedback').at(-1)?.query;
  const opened = async (feedback: Feedback) => {
    list([feedback]);
    await draw(<FeedbackPage />);
    await press(`Open ${feedback.title}`);
    return dialog(feedback.title);
  };

  it('lists each entry with title, type, status, sender and age', async () => {
    list([PICTURED, entry(2, { status: 'in-progress' })]);
    await draw(<FeedbackPage />);
    expect(rowsOf(await screen.findByRole('table', { name: 'Feedback' }))).toEqual([
      ['=Louder applauseIt does not work.', 'Feature', 'New', 'pia@example.org', '1 minute ago'],
      ['Entry 2It does not work.', 'Bug', 'In progress', 'Guest', '2 minutes ago'],
    ]);
    screen.getByRole('img', { name: 'Has a screenshot' });
  });

  it('searches 300 ms after the last letter, from the first page, and keeps the search in the address', async () => {
    list([APPLAUSE], 60);
    await draw(<FeedbackPage />, { at: '/admin/feedback?page=2' });
    await screen.findByRole('table');
    await fill('Search', 'appl');
    await pass(200);
    await fill('Search', 'applause');
    await pass(299);
    expect(gateway.inputsOf('listFeedback')).toHaveLength(1);
    await pass(1);
    expect(lastQuery()).toMatchObject({ search: 'applause', page: 1 });
    expect(addressNow()).toBe('/admin/feedback?search=applause');
  });

  it('offers each status with how many there are, and shows everything again when asked', async () => {
    list([APPLAUSE]);
    await draw(<FeedbackPage />, { at: '/admin/feedback?type=bug' });
    await screen.findByRole('table');
    expect(lastQuery()).toMatchObject({ type: 'bug' });
    gateway.answer('listFeedback', { rows: [], total: 0, byStatus: BY_STATUS });
    await choose('Status', 'Resolved (1)');
    expect(lastQuery()).toMatchObject({ type: 'bug', status: 'resolved' });
    await screen.findByText('Nothing found');
    list([APPLAUSE]);
    await press('Show all');
    await screen.findByRole('table');
    expect(addressNow()).toBe('/admin/feedback');
    expect(lastQuery()).toEqual({ search: '', sort: 'createdAt', direction: 'desc', page: 1, pageSize: 20 });
  });

  it('sorts by a column, and the other way round when it is pressed again', async () => {
    list([APPLAUSE]);
    await draw(<FeedbackPage />);
    const table = await screen.findByRole('table');
    const sorted = () => screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'));
    expect(sorted()).toEqual([null, null, null, null, 'descending']);
    await press('Title', within(table));
    expect(lastQuery()).toMatchObject({ sort: 'title', direction: 'asc' });
    expect(sorted()).toEqual(['ascending', null, null, null, null]);
    await press('Title', within(table));
    expect(lastQuery()).toMatchObject({ sort: 'title', direction: 'desc' });
  });

  it('turns its pages', async () => {
    list([APPLAUSE], 41);
    await draw(<FeedbackPage />);
    await screen.findByText('Page 1 of 3');
    await press('Next page');
    expect(lastQuery()).toMatchObject({ page: 2 });
    await screen.findByText('Page 2 of 3');
    await press('Previous page');
    await screen.findByText('Page 1 of 3');
  });

  it('saves a changed status and a changed note, and says when it was last handled and by whom', async () => {
    const window = await opened(APPLAUSE);
    const saved: Feedback = { ...APPLAUSE, status: 'resolved', handledAt: NOW, handledBy: 'ann@example.org' };
    gateway.answer('changeFeedback', saved);
    list([saved]);
    await choose('Status', 'Resolved', window);
    expect(gateway.inputsOf('changeFeedback')[0]).toMatchObject({
      params: { feedbackId: APPLAUSE.feedbackId },
      body: { status: 'resolved' },
    });
    await window.findByText(/^Last changed .+ by ann@example\.org$/);
    expect(window.getByRole('button', { name: 'Save note' }).hasAttribute('disabled')).toBe(true);
    await fill('Note', 'With the next release.', window);
    gateway.answer('changeFeedback', { ...saved, replyNote: 'With the next release.' });
    await press('Save note', window);
    expect(gateway.inputsOf('changeFeedback')[1]?.body).toEqual({ replyNote: 'With the next release.' });
    await screen.findByText('Saved');
  });

  it('reports that a change could not be saved, and that another admin has deleted the entry', async () => {
    const window = await opened(APPLAUSE);
    gateway.disconnect('changeFeedback');
    await fill('Note', 'Thanks', window);
    await press('Save note', window);
    await screen.findByText('This could not be saved. Please try again.');
    gateway.refuse('changeFeedback', 'feedback-gone');
    await press('Save note', window);
    await screen.findByText('This feedback no longer exists.');
    expect(valueOf('Note', window)).toBe('Thanks');
  });

  it('shows the game, page, device and build that an entry was written with; the game leads to live operations', async () => {
    const window = await opened({
      ...APPLAUSE,
      context: {
        ...{ gameId: GameId.parse('game-1'), gameCode: 'K7WQ4M', page: '/game/game-1', build: 'a1b2c3d4' },
        ...{ viewportWidth: 390, viewportHeight: 844, language: 'de', userAgent: 'Firefox' },
      },
    });
    expect(window.getByRole('link', { name: 'K7WQ4M' }).getAttribute('href')).toBe('/admin/operations/game-1');
    const facts = window.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['Game', 'K7WQ4M'],
      ['Page', '/game/game-1'],
      ['Device', 'Firefox · 390 × 844 · de'],
      ['Build', 'a1b2c3d4'],
    ]);
  });

  it('deletes an entry only after it was asked', async () => {
    const window = await opened(APPLAUSE);
    gateway.answer('deleteFeedback', {});
    await press('Delete', window);
    const question = await dialog('Delete this feedback?');
    question.getByText('“=Louder applause” and its screenshot will be deleted for good.');
    await press('Cancel', question);
    expect(gateway.inputsOf('deleteFeedback')).toEqual([]);
    await press('Delete', window);
    list([]);
    await press('Delete', await dialog('Delete this feedback?'));
    expect(gateway.inputsOf('deleteFeedback')[0]?.params).toEqual({ feedbackId: APPLAUSE.feedbackId });
    await screen.findByText('No feedback yet');
  });

  it('asks again for a screenshot whose address is refused or whose picture does not load', async () => {
    gateway.disconnect('readScreenshot');
    const window = await opened(PICTURED);
    await pass(SECOND_TRY_MS);
    await window.findByText('The screenshot cannot be shown right now.');
    gateway.answer('readScreenshot', { url: '/first.jpg', expiresAt: NOW + 5 * MINUTE });
    await press('Try again', window);
    fireEvent.error(await window.findByRole('img', { name: 'Screenshot of =Louder applause' }));
    await window.findByText('The screenshot cannot be shown right now.');
    gateway.answer('readScreenshot', { url: '/second.jpg', expiresAt: NOW + 5 * MINUTE });
    await press('Try again', window);
    const picture = await window.findByRole('img', { name: 'Screenshot of =Louder applause' });
    expect(picture.getAttribute('src')).toBe('/second.jpg');
    expect(window.getByRole('link', { name: 'Open full size' }).getAttribute('href')).toBe('/second.jpg');
  });

  it('exports everything that the filter finds, page after page, and nothing that a spreadsheet would run', async () => {
    list([APPLAUSE], 2);
    await draw(<FeedbackPage />, { at: '/admin/feedback?search=a&status=new' });
    await screen.findByRole('table');
    const next = { createdAt: 5, feedbackId: APPLAUSE.feedbackId };
    gateway.answer('exportFeedback', ({ body }) =>
      body?.after ? { rows: [entry(2, { replyNote: 'Done' })], next: null } : { rows: [PICTURED], next },
    );
    await press('Export CSV');
    expect(gateway.inputsOf('exportFeedback').map(({ body }) => body)).toEqual([
      { search: 'a', status: 'new', after: null },
      { search: 'a', status: 'new', after: next },
    ]);
    await screen.findByText('2 entries exported');
    const [file] = await savedFiles();
    expect(file?.name).toBe('feedback-2026-05-01.csv');
    expect(file?.text.split('\r\n')).toEqual([
      `\ufeff${quoted('ID,Received,Type,Status,Title,Description,From,User ID,Game version,Screenshot,Note,Last changed,Last changed by,Game,Page,Device,Build')}`,
      quoted(
        `${APPLAUSE.feedbackId},2026-05-01T11:59:00.000Z,Feature,New,'=Louder applause,It does not work.,` +
          `pia@example.org,guest-1,1.0,${PICTURED.screenshotURL},,,,,,,`,
      ),
      quoted(
        `${entry(2).feedbackId},2026-05-01T11:58:00.000Z,Bug,New,Entry 2,It does not work.,,guest-1,1.0,,Done,,,,,,`,
      ),
      '',
    ]);
  });

  it('saves no file when an export breaks off', async () => {
    list([APPLAUSE]);
    await draw(<FeedbackPage />);
    await screen.findByRole('table');
    gateway.answer('exportFeedback', ({ body }) => {
      if (body?.after) throw new RefusedError('unavailable');
      return { rows: [APPLAUSE], next: { createdAt: 5, feedbackId: APPLAUSE.feedbackId } };
    });
    await press('Export CSV');
    await screen.findByText('The feedback could not be exported.');
    expect(await savedFiles()).toEqual([]);
  });
});
