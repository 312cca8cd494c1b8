import { beforeEach, describe, expect, it } from '@jest/globals';
import { type CategoryId, type ClipId, type QuestionId } from '@earworm/rules';
import { MODERATOR } from '@earworm/rules/testing';
import { screen } from '@testing-library/react';
import {
  choose,
  click,
  dialog,
  fill,
  key,
  openMenu,
  pass,
  press,
  submit,
  valueOf,
} from '../../testing/user-actions.js';
import { server } from '../../testing/one-game.js';
import { signInAs } from '../../testing/render.js';
import {
  LINK,
  KEPT_MS,
  play,
  open,
  reopen,
  card,
  form,
  rowsOf,
  board,
  sent,
  QUESTION,
  cleanUpMenus,
  addsLists,
} from '../../testing/setup-screen.js';

beforeEach(() => signInAs({ id: MODERATOR, name: 'Mo' }));

describe('the category list of the setup', () => {
  it('starts empty, and requires a name for a new category', async () => {
    await open({ empty: true });
    screen.getByText('Your board is empty');
    await press('Add Category');
    screen.getByText('Category name is required');
    await fill('New Category', '80s');
    expect(screen.queryByText('Category name is required')).toBeNull();
    await submit(screen.getByLabelText('New Category'));
    card('80s').getByText('No questions yet. Add one, or a list of songs.');
    expect(valueOf('New Category')).toBe('');
    screen.getByText('0 questions on the board');
  });

  it('renames, moves and deletes a category; deleting asks and says how many questions go with it', async () => {
    await open();
    await press('Rename TV');
    await fill('Category name', 'Series');
    await press('Save', card('TV'));
    expect(board().slice(0, 2)).toEqual(['Series', 'Film']);
    await press('Move Series down');
    expect(board().slice(0, 2)).toEqual(['Film', 'Series']);
    expect(screen.getByRole('button', { name: 'Move Film up' }).hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('button', { name: 'Move Series down' }).hasAttribute('disabled')).toBe(true);
    await press('Delete Series');
    const question = await dialog('Delete this category?');
    question.getByText('“Series” and its 3 questions will be deleted. This cannot be undone.');
    await press('Cancel', question);
    expect(sent('deleteCategory')).toEqual([]);
    await press('Delete Series');
    await press('Delete', await dialog('Delete this category?'));
    expect(board()[0]).toBe('Film');
    expect(screen.queryByRole('region', { name: 'Series' })).toBeNull();
  });

  it('keeps what is typed next while a new category is being added', async () => {
    await open({ empty: true });
    server.hold();
    await fill('New Category', 'One');
    await press('Add Category');
    await fill('New Category', 'Two');
    server.release();
    await pass();
    card('One');
    expect(valueOf('New Category')).toBe('Two');
    await press('Add Category');
    card('Two');
    expect(sent('addCategory')).toHaveLength(2);
  });

  it('keeps a half-typed name and a half-typed new one when the page is opened again, until they are cancelled', async () => {
    await open();
    await fill('New Category', 'Half a cat');
    await press('Rename TV');
    await fill('Category name', 'T');
    await pass(KEPT_MS);
    await reopen();
    expect([valueOf('New Category'), valueOf('Category name')]).toEqual(['Half a cat', 'T']);
    await key('Escape', screen.getByLabelText('Category name'));
    await fill('New Category', '');
    await reopen();
    expect(valueOf('New Category')).toBe('');
    expect(screen.queryByLabelText('Category name')).toBeNull();
  });

  it('shows the name that another desk has given a category meanwhile, and replaces it when confirmed', async () => {
    await open();
    await press('Rename TV');
    await fill('Category name', 'Series');
    await play({ type: 'renameCategory', categoryId: 'tv' as CategoryId, name: 'Television' });
    await press('Save', card('Television'));
    await screen.findByText(/^Somebody else changed this in the meantime\. It is now called “Television”\./);
    await press('Save', card('Television'));
    card('Series');
  });

  it('says why a change was refused', async () => {
    await open();
    server.refuseNext('moveCategory', 'category-not-found', { id: 'tv' });
    await press('Move TV down');
    await screen.findByText('Category not found: tv');
  });
});

describe('the question list of the setup', () => {
  const NEW = 'New question in TV';
  const openNew = async () => {
    await press('Add Question', card('TV'));
    return form(NEW);
  };
  const write = async (place: ReturnType<typeof form>, answer = 'Alpha', link = LINK) => {
    await fill('YouTube Link', link, place);
    await fill('Answer', answer, place);
  };

  it('shows each question in its category with points, answer and song', async () => {
    await open();
    expect(rowsOf('TV')).toHaveLength(3);
    expect(rowsOf('TV')[0]).toContain('100');
    expect(rowsOf('TV')[0]).toContain('Answer 100');
    expect(rowsOf('TV')[0]).toContain('Song 100');
    card('TV').getByText('3 questions');
    screen.getByText('4 questions on the board');
  });

  it('requires a link and an answer, and reports both at once next to their fields', async () => {
    await open();
    const place = await openNew();
    await press('Save Question', place);
    place.getByText('YouTube link is required');
    place.getByText('Answer is required');
    await fill('Answer', 'Alpha', place);
    expect(place.queryByText('Answer is required')).toBeNull();
    await fill('YouTube Link', 'https://example.org', place);
    await press('Save Question', place);
    place.getByText('This is not a link to a YouTube video.');
    expect(sent('addQuestion')).toEqual([]);
  });

  it('says what a link was understood as, with where it starts', async () => {
    await open();
    const place = await openNew();
    await fill('YouTube Link', 'https://youtu.be/aaaaaaaaaa1?t=1m3s', place);
    place.getByText('Video aaaaaaaaaa1, starts at 1:03');
    await fill('YouTube Link', '[Alpha](https://youtu.be/aaaaaaaaaa1), live', place);
    place.getByText('https://youtu.be/aaaaaaaaaa1, Video aaaaaaaaaa1');
    await fill('YouTube Link', 'nothing', place);
    expect(place.queryByText(/^Video|https/)).toBeNull();
  });

  it('suggests the first free multiple of 100 as points', async () => {
    await open();
    const place = await openNew();
    expect(valueOf('Points', place)).toBe('300');
    await write(place);
    await press('Save Question', place);
    expect(sent('addQuestion')).toMatchObject([{ categoryId: 'tv', question: { points: 300, answer: 'Alpha' } }]);
    expect(valueOf('Points', form(NEW))).toBe('400');
  });

  it('suggests 100 points in an empty category, and saves an empty field as 0', async () => {
    await open({ empty: true });
    await play({ type: 'addCategory', categoryId: 'new' as CategoryId, name: 'Empty' });
    await press('Add Question', card('Empty'));
    const place = form('New question in Empty');
    expect(valueOf('Points', place)).toBe('100');
    await fill('Points', '', place);
    await write(place);
    await press('Save Question', place);
    expect(sent('addQuestion')).toMatchObject([{ question: { points: 0 } }]);
  });

  it('changes a question in a form, and keeps nothing of it after Cancel', async () => {
    await open();
    await press('Edit the question for 100');
    const place = form('Edit question in TV');
    expect([valueOf('Answer', place), valueOf('Song Name', place)]).toEqual(['Answer 100', 'Song 100']);
    await fill('Answer', 'Other', place);
    await press('Cancel', place);
    expect(rowsOf('TV')[0]).toContain('Answer 100');
    await reopen();
    expect(screen.queryByRole('form', { name: 'Edit question in TV' })).toBeNull();
    await press('Edit the question for 100');
    await fill('Answer', 'Other', form('Edit question in TV'));
    await press('Save Question', form('Edit question in TV'));
    expect(rowsOf('TV')[0]).toContain('Other');
  });

  it('deletes a question after a confirmation', async () => {
    await open();
    await click((await openMenu('More actions for the question for 100')).item('Delete question'));
    const question = await dialog('Delete this question?');
    question.getByText('“Answer 100” for 100 points will be removed from the board.');
    await press('Delete', question);
    expect(rowsOf('TV')).toHaveLength(2);
  });

  it('locks the form while it is being saved, and sends the question once', async () => {
    await open();
    const place = await openNew();
    await write(place);
    server.hold();
    await press('Save Question', place);
    expect(place.getByLabelText('Answer', { selector: 'input' }).hasAttribute('readonly')).toBe(true);
    await submit(place.getByLabelText('Answer', { selector: 'input' }));
    server.release();
    await pass();
    expect(rowsOf('TV')).toHaveLength(4);
    expect(sent('addQuestion')).toHaveLength(1);
  });

  it('adds one question after the other: the form stays open, empty, with the focus in its first field', async () => {
    await open();
    const place = await openNew();
    const link = () => place.getByLabelText('YouTube Link', { selector: 'input' });
    for (const answer of ['Alpha', 'Beta']) {
      await write(place, answer);
      place.getByLabelText('Answer', { selector: 'input' }).focus();
      await press('Save Question', place);
      await place.findByText(`“${answer}” is added. The form is ready for the next question.`);
      expect(document.activeElement).toBe(link());
      expect([valueOf('YouTube Link', place), valueOf('Answer', place)]).toEqual(['', '']);
    }
    expect(sent('addQuestion')).toMatchObject([{ question: { points: 300 } }, { question: { points: 400 } }]);
    await press('Done', place);
    expect(screen.queryByRole('form', { name: NEW })).toBeNull();
    expect(document.activeElement).toBe(card('TV').getByRole('button', { name: 'Add Question' }));
    await reopen();
    expect(screen.queryByRole('form', { name: NEW })).toBeNull();
  });

  it('returns the focus to the row when its form is closed', async () => {
    await open();
    await press('Edit the question for 200');
    await press('Cancel', form('Edit question in TV'));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit the question for 200' }));
  });

  it('moves a question by Alt with an arrow key, and from a menu, also to another category', async () => {
    await open();
    await key('ArrowUp', screen.getByRole('button', { name: 'Move the question for 75' }), { altKey: true });
    expect(rowsOf('TV').map((row) => row?.match(/Answer \d+/)?.[0])).toEqual(['Answer 100', 'Answer 75', 'Answer 200']);
    const menu = await openMenu('More actions for the question for 100');
    expect(menu.item('Move up').hasAttribute('disabled')).toBe(true);
    await click(menu.item('Move down'));
    expect(rowsOf('TV')[1]).toContain('Answer 100');
    cleanUpMenus();
    await click((await openMenu('More actions for the question for 200')).item('Move to another category'));
    const window = await dialog('Move this question');
    await choose('Category', 'Film', window);
    await press('Move', window);
    await pass();
    expect([rowsOf('TV').length, rowsOf('Film').length]).toEqual([2, 2]);
    expect(sent('moveQuestion')).toHaveLength(3);
  });

  it('says why a question was not moved', async () => {
    await open();
    server.refuseNext('moveQuestion', 'question-in-play');
    await key('ArrowUp', screen.getByRole('button', { name: 'Move the question for 75' }), { altKey: true });
    await screen.findByText('Finish the current question first.');
  });

  it('keeps every half-typed letter when the page is opened again', async () => {
    await open();
    await write(await openNew(), 'Brand new', '');
    await press('Edit the question for 200');
    await fill('Answer', 'Half a correction', form('Edit question in TV'));
    await pass(KEPT_MS);
    await reopen();
    expect(valueOf('Answer', form(NEW))).toBe('Brand new');
    expect(valueOf('Answer', form('Edit question in TV'))).toBe('Half a correction');
  });

  it('says that the category does not exist any more', async () => {
    await open();
    const place = await openNew();
    await write(place);
    server.refuseNext('addQuestion', 'category-not-found', { id: 'tv' });
    await press('Save Question', place);
    place.getByText('Category not found: tv');
  });

  it('shows what another desk has made of a question meanwhile, and replaces it when confirmed', async () => {
    await open();
    await press('Edit the question for 100');
    const place = form('Edit question in TV');
    await fill('Answer', 'Eins', place);
    await play({
      ...{ type: 'updateQuestion', categoryId: 'tv' as CategoryId, questionId: 'q100' as QuestionId },
      question: { ...QUESTION, answer: 'Un' },
    });
    await press('Save Question', place);
    await place.findByText(/^Somebody else changed this in the meantime\. It is now “Un” for 100\./);
    expect(valueOf('Answer', place)).toBe('Eins');
    await press('Save Question', place);
    expect(rowsOf('TV')[0]).toContain('Eins');
  });

  it('says that a question was deleted while it was edited, also after a reload, and puts it back', async () => {
    await open();
    await press('Edit the question for 100');
    await fill('Answer', 'Uno', form('Edit question in TV'));
    await play({ type: 'deleteQuestion', categoryId: 'tv' as CategoryId, questionId: 'q100' as QuestionId });
    await screen.findByText('Somebody deleted this question. Save to add it again.');
    await pass(KEPT_MS);
    await reopen();
    await screen.findByText('Somebody deleted this question. Save to add it again.');
    await press('Save Question', card('TV'));
    expect(rowsOf('TV').some((row) => row?.includes('Uno'))).toBe(true);
  });

  it('keeps what is typed when its category is deleted, and puts the category back', async () => {
    addsLists();
    await open();
    await write(await openNew(), 'Half a song');
    await play({ type: 'deleteCategory', categoryId: 'tv' as CategoryId });
    await screen.findByText('Somebody deleted this category. Save what you wrote in it to add it again.');
    await press('Save Question', card('TV'));
    await pass();
    expect(screen.queryByText(/^Somebody deleted/)).toBeNull();
    expect(rowsOf('TV')).toHaveLength(1);
  });
});

/** A menu that was used fades out; the next one is another. */

describe('a question without a link', () => {
  it.each([
    ['up-0123456789abcdef0123456789abcdef', 'Uploaded audio file'],
    ['starter-ode', 'Built-in melody'],
  ])('shows the clip %s in its row as: %s', async (clipId, words) => {
    await open();
    await play({
      type: 'addQuestion',
      categoryId: 'film' as CategoryId,
      questionId: 'q9' as QuestionId,
      question: { ...QUESTION, youtubeLink: '', clipId: clipId as ClipId },
    });
    expect(rowsOf('Film')[1]).toContain(words);
  });
});
