import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TemplateId, type TemplateSummary } from '@earworm/contracts';
import { CategoryDraft, type CategoryId, type ClipId, type Command, type QuestionId } from '@earworm/rules';
import { creates, joins, leaves, MODERATOR, moderatorLeaves, starts, step } from '@earworm/rules/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { FakeYoutube } from '../../testing/fake-youtube.js';
import {
  choose,
  click,
  dialog,
  draw,
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
import { SetupPage } from './setup-page.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';
/** What is half typed is kept this long after the last letter. */
const KEPT_MS = 250;

beforeEach(() => signInAs({ id: MODERATOR, name: 'Mo' }));

const addressNow = () => location.pathname;
const mo = (command: Command) => step(MODERATOR, command);
const play = async (...commands: Command[]) => {
  for (const command of commands) server.play(mo(command));
  await pass();
};

const show = () => draw(<SetupPage />, { at: '/setup/game-1', path: '/setup/:gameId' });
/** A game of `TV` with questions for 100, 200 and 75, and `Film` with one for 300; or an empty one. */
async function open({ empty = false, joined = false } = {}): Promise<void> {
  const create = creates();
  server.play(empty ? { ...create, command: { ...create.command, categories: [] } as typeof create.command } : create);
  if (joined) server.play(joins('ann'));
  await show();
  await screen.findByRole('heading', { name: 'Set up your game' });
}
/** As a reload of the page, or going back to it. */
async function reopen(): Promise<void> {
  cleanup();
  await show();
  await pass(KEPT_MS);
}

const card = (name: string) => within(screen.getByRole('region', { name }));
const form = (name: string) => within(screen.getByRole('form', { name }));
const rowsOf = (name: string) =>
  card(name)
    .queryAllByRole('button', { name: /^Edit the question/ })
    .map((button) => button.closest('li')!.textContent);
const board = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map((each) => each.textContent)
    .filter((name) => name !== 'Players');
const sent = (type: Command['type']) => server.commands.filter((command) => command.type === type);
const QUESTION = { youtubeLink: LINK, clipId: null, youtubeSongName: '', answer: 'Elsewhere', points: 100 };

describe('opening the setup of a game', () => {
  it('shows its outline until the game has loaded', async () => {
    server.play(creates());
    server.cut();
    await show();
    screen.getByRole('status', { name: 'Connecting to your game' });
    server.mend();
    await pass(10_000);
    await screen.findByRole('heading', { name: 'Set up your game' });
  });

  it.each([
    ['game-1', 'Game not found', () => undefined],
    ['no!', 'Invalid game ID', () => undefined],
    [
      'game-1',
      'Only the moderator of this game can do that.',
      () => {
        server.play(creates());
        signInAs({ id: 'somebody', name: 'Somebody' });
      },
    ],
  ])('says of the game %s why it cannot be opened here: %s', async (gameId, sentence, prepare) => {
    prepare();
    await draw(<SetupPage />, { at: `/setup/${gameId}`, path: '/setup/:gameId' });
    await screen.findByText(sentence);
    screen.getByRole('heading', { name: 'This game cannot be opened here' });
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
  });

  it('tells only a host without an account that no other browser leads back', async () => {
    await open();
    expect(screen.queryByText(/Only this browser leads back/)).toBeNull();
    signInAs({ id: MODERATOR, name: 'Mo', roles: ['guest'] });
    screen.getByText(/Only this browser leads back to your desk/);
    screen.getByRole('button', { name: 'Create Account' });
  });

  it('says while the connection is lost that what is done now is kept, and sends it when it is back', async () => {
    await open();
    server.cut();
    await screen.findByText('Reconnecting. Your changes are kept and sent when you are back online.');
    await fill('New Category', 'Songs');
    await press('Add Category');
    server.mend();
    await pass(10_000);
    expect(screen.queryByText(/^Reconnecting/)).toBeNull();
    card('Songs');
    expect(sent('addCategory')).toHaveLength(1);
  });

  it('reports to the game that the moderator is back', async () => {
    server.play(creates());
    server.play(moderatorLeaves());
    await show();
    await pass();
    expect(sent('rejoinAsModerator')).toHaveLength(1);
  });

  it('leads to the desk when the game has started', async () => {
    server.play(creates());
    server.play(starts());
    await show();
    await pass();
    expect(addressNow()).toBe('/game/game-1');
  });
});

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
const cleanUpMenus = () => document.querySelectorAll('[role="menu"]').forEach((menu) => menu.removeAttribute('role'));

/** The gateway gives a list to the game as one command. */
const addsLists = () =>
  gateway.answer('addQuestions', ({ body }) => {
    const { categories = [] } = body;
    server.play(mo({ type: 'addQuestions', categories } as Command));
    return { version: 9, questions: categories.reduce((sum, { questions }) => sum + questions.length, 0) };
  });

describe('the link to the stage in the setup', () => {
  const copied: string[] = [];
  beforeEach(() => {
    copied.length = 0;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
  });
  afterEach(() => void Reflect.deleteProperty(navigator, 'clipboard'));

  it('contains the stage key when it is copied for the computer at the projector', async () => {
    gateway.answer('stageKey', { stageKey: 'k'.repeat(32) });
    await open();
    await press('Copy stage link');
    await screen.findByText('Stage link copied. Open it on the computer connected to the projector.');
    expect(copied).toEqual([`${location.origin}/stage/game-1#key=${'k'.repeat(32)}`]);
  });

  it('reports that it could not be created when the server gives no key', async () => {
    gateway.disconnect('stageKey');
    await open();
    await press('Copy stage link');
    await screen.findByText('Could not create the stage link. Please try again.');
    expect(copied).toEqual([]);
  });
});

describe('adding a list in the setup', () => {
  const openList = async (where?: string) => {
    await (where === undefined ? press('Add a list') : press('Add a list here', card(where)));
    await pass(100);
    return dialog(where === undefined ? 'Add a list' : `Add a list to ${where}`);
  };
  const paste = async (list: string, window: Awaited<ReturnType<typeof openList>>) => {
    await fill('Your list', list, window);
    await pass(100);
  };
  const pick = async (label: string, value: string, window: Awaited<ReturnType<typeof openList>>) => {
    fireEvent.change(window.getByLabelText(label), { target: { value } });
    await pass();
  };
  const rows = (window: Awaited<ReturnType<typeof openList>>) =>
    within(window.getByRole('list', { name: 'Questions of the list' }))
      .getAllByRole('checkbox')
      .map((box) => `${(box as HTMLInputElement).checked ? '✓' : '–'} ${box.closest('li')!.textContent}`);
  const list = ['https://youtu.be/bbbbbbbbbb2 Beta', 'no link at all', 'Gamma https://youtu.be/cccccccccc3'].join('\n');

  it('shows the rows before anything is added, and then adds them with one request', async () => {
    await open({ empty: true });
    addsLists();
    const window = await openList();
    await paste(list, window);
    expect(window.getByRole('status').textContent).toBe('3 questions found · 1 left out');
    expect(rows(window)).toEqual([
      '✓ Beta100 points · https://youtu.be/bbbbbbbbbb2',
      '– no link at allYouTube link is requiredYouTube Link',
      '✓ Gamma200 points · https://youtu.be/cccccccccc3',
    ]);
    expect(gateway.inputsOf('addQuestions')).toEqual([]);
    await press('Add 2 questions', window);
    await screen.findByText('2 questions were added.');
    await pass();
    expect(rowsOf('Songs')).toHaveLength(2);
    expect(gateway.inputsOf('addQuestions')).toHaveLength(1);
    expect(sent('addQuestion')).toEqual([]);
  });

  it('takes the link that was missing, out of the words that it was copied with', async () => {
    await open({ empty: true });
    addsLists();
    const window = await openList();
    await paste(list, window);
    await fill('YouTube Link', 'see https://youtu.be/dddddddddd4.', window);
    expect(rows(window)[1]).toContain('200 points · https://youtu.be/dddddddddd4');
    await press('Add 3 questions', window);
    await pass();
    expect(gateway.inputsOf('addQuestions')[0]?.body.categories).toMatchObject([
      {
        name: 'Songs',
        questions: [{ answer: 'Beta' }, { answer: 'no link at all', points: 200 }, { answer: 'Gamma' }],
      },
    ]);
  });

  it('lets every part of a row be changed, and rows be left out', async () => {
    await open({ empty: true });
    addsLists();
    const window = await openList();
    await paste(`Queen - 1999 ${LINK}\n99 https://youtu.be/bbbbbbbbbb2`, window);
    await press('Edit line 1', window);
    await fill('Answer', 'Queen', window);
    await fill('Song Name', 'Live', window);
    await fill('Category', 'Rock', window);
    await fill('Points', '700', window);
    await click(window.getByLabelText('Add “99”'));
    await press('Add 1 question', window);
    await pass();
    expect(gateway.inputsOf('addQuestions')[0]?.body.categories).toMatchObject([
      { name: 'Rock', questions: [{ answer: 'Queen', youtubeSongName: 'Live', points: 700, youtubeLink: LINK }] },
    ]);
  });

  it('fills a category beside its questions, and continues in another one when that is full', async () => {
    await open();
    addsLists();
    const window = await openList('TV');
    await paste(
      Array.from({ length: 29 }, (_, n) => `Song ${n}\thttps://youtu.be/aaaaaaaaa${String(n).padStart(2, '0')}`).join(
        '\n',
      ),
      window,
    );
    await press('Add 29 questions', window);
    await pass();
    expect(rowsOf('TV')).toHaveLength(30);
    expect(rowsOf('TV')[3]).toContain('300');
    expect(rowsOf('TV (2)')).toHaveLength(2);
  });

  it('puts the category back that was deleted elsewhere meanwhile', async () => {
    await open();
    addsLists();
    const window = await openList('TV');
    await paste('https://youtu.be/bbbbbbbbbb2 Beta', window);
    await play({ type: 'deleteCategory', categoryId: 'tv' as CategoryId });
    await press('Add 1 question', window);
    await pass();
    expect(rowsOf('TV')).toHaveLength(1);
  });

  it('adds all rows or none: a refusal names the row, and the same request is sent again', async () => {
    await open({ empty: true });
    const window = await openList();
    await paste(list, window);
    gateway.disconnect('addQuestions');
    await press('Add 2 questions', window);
    await window.findByText('This is not available right now. Please try again later.');
    const id = gateway.inputsOf('addQuestions')[0]?.body.categories?.[0]?.questions[1]?.questionId ?? '';
    gateway.refuse('addQuestions', 'youtube-link-invalid', { id });
    await press('Add 2 questions', window);
    await window.findByText('Line 3: This is not a link to a YouTube video.');
    expect(rows(window)[2]).toContain('This is not a link to a YouTube video.');
    const [first, second] = gateway.inputsOf('addQuestions').map(({ body }) => body);
    expect(second).toEqual(first);
  });

  it('offers a choice for each column of a table, and marks which to check', async () => {
    await open({ empty: true });
    addsLists();
    const window = await openList();
    await paste(`Interpret\tTitel\tNotiz\tLink\nABBA\tWaterloo\tLive\t${LINK}`, window);
    expect(rows(window)).toEqual([`✓ ABBA – Waterloo100 points · ${LINK}`]);
    expect(window.getAllByText('Please check')).toHaveLength(1);
    await pick('Column “Notiz”', 'song', window);
    expect(rows(window)).toEqual([`✓ ABBA – Waterloo100 points · Live · ${LINK}`]);
    expect(window.queryByText('Please check')).toBeNull();
  });

  it('keeps the typed list after a reload', async () => {
    await open();
    await paste(list, await openList());
    await pass(KEPT_MS);
    await reopen();
    expect(valueOf('Your list', await openList())).toBe(list);
  });

  const give = async (name: string, content: BlobPart, window: Awaited<ReturnType<typeof openList>>) => {
    const input = document.querySelector('input[type="file"]')!;
    fireEvent.change(input, { target: { files: [new File([content], name)] } });
    await pass(200);
    return window;
  };

  it('reads a file, names the category after it, and lets the encoding be chosen', async () => {
    await open({ empty: true });
    addsLists();
    const window = await openList();
    const bytes = Uint8Array.from([...Buffer.from('Antwort;Link\nF'), 0xfc, ...Buffer.from(`r Elise;${LINK}\n`)]);
    await give('Kneipe.csv', bytes, window);
    expect(rows(window)).toEqual([`✓ Für Elise100 points · ${LINK}`]);
    await pick('Encoding', 'windows-1251', window);
    expect(rows(window)[0]).toContain('Fьr Elise');
    await pick('Encoding', 'windows-1252', window);
    await press('Add 1 question', window);
    await pass();
    expect(rowsOf('Kneipe')).toHaveLength(1);
  });

  it.each<[string, BlobPart, RegExp]>([
    [
      'list.csv',
      Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]),
      /^This is an Excel workbook\. In Excel, use File > Save As/,
    ],
    ['photo.csv', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), /^This file is not a list\./],
    ['empty.csv', '', /^There is nothing in this list\./],
    ['wide.csv', 'x,'.repeat(20_000), /^Line 1 is longer than a list can have\./],
    ['huge.csv', 'x'.repeat(256_001), /^“huge\.csv” has 257 KB\. A list can have up to 256 KB/],
    ['bad.json', '{"format": ', /^This JSON file cannot be imported:/],
  ])('says what is wrong with the file %s, and adds nothing', async (name, content, words) => {
    await open({ empty: true });
    const window = await give(name, content, await openList());
    window.getByText(words);
    expect(window.queryByRole('button', { name: /^Add \d/ })).toBeNull();
  });
});

describe('loading a template into the setup', () => {
  const templateId = TemplateId.parse('template-1');
  const summary = (more: Partial<TemplateSummary> = {}): TemplateSummary => ({
    ...{ templateId, title: 'Eighties', description: '', language: null, tags: [], ownerName: 'Mo', isHouse: false },
    ...{ mine: true, publishedAt: null, takenDown: null, categoryCount: 1, questionCount: 2, useCount: 0 },
    ...{ createdAt: 0, updatedAt: 0, ...more },
  });
  const question = (answer: string) => ({ questionId: `q-${answer}`, youtubeLink: LINK, answer, points: 100 });
  const content = {
    ...{ templateId, title: 'Eighties', description: '', language: null, tags: [], version: 1, publishedAt: null },
    ...{ takenDown: null, mine: true },
    categories: [
      CategoryDraft.parse({
        categoryId: 'c',
        name: 'Synths',
        questions: [question('Alpha'), question('Beta'), question('')],
      }),
    ],
  };
  const page = (...templates: TemplateSummary[]) => ({ templates, total: templates.length });
  const openLoad = async () => {
    await open();
    await press('Add from a template');
    await pass(100);
    return dialog('Add from a template');
  };

  it('adds its categories with every complete question, and says what is left out', async () => {
    gateway.answer('myTemplates', page(summary()));
    gateway.answer('readTemplateContent', content);
    const window = await openLoad();
    await click(await window.findByRole('button', { name: /^Eighties/ }));
    await window.findByText(/Adds 1 category with 2 questions.*1 question without a link or an answer is left out/);
    gateway.answer('addQuestions', { version: 9, questions: 2 });
    await press('Add to the board', window);
    await screen.findByText('2 questions of “Eighties” are on the board.');
    expect(gateway.inputsOf('addQuestions')).toMatchObject([{ params: { gameId: 'game-1' }, body: { templateId } }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['warns that its answers can be looked up when it is published', 1, 1],
    ['shows no warning about answers that only its owner sees', null, 0],
  ])('%s', async (_, publishedAt, warnings) => {
    gateway.answer('myTemplates', page(summary({ publishedAt })));
    gateway.answer('readTemplateContent', content);
    const window = await openLoad();
    await click(await window.findByRole('button', { name: /^Eighties/ }));
    await window.findByRole('button', { name: 'Add to the board' });
    expect(window.queryAllByText('Anyone can see the answers in this template')).toHaveLength(warnings);
  });

  it('adds a template that another user published without reading or copying it', async () => {
    gateway.answer('myTemplates', page());
    gateway.answer('browseTemplates', { ...page(summary({ mine: false })), tags: [], languages: [] });
    gateway.answer('addQuestions', { version: 9, questions: 2 });
    const window = await openLoad();
    await window.findByText(/You have no other templates yet/);
    await click(window.getByRole('radio', { name: 'Library' }));
    await click(await window.findByRole('button', { name: /^Eighties/ }));
    await press('Add to the board', window);
    await screen.findByText('2 questions of “Eighties” are on the board.');
    expect(gateway.inputsOf('addQuestions')).toMatchObject([{ body: { templateId } }]);
    expect([gateway.inputsOf('copyTemplate'), gateway.inputsOf('readTemplateContent')]).toEqual([[], []]);
  });

  it('reports a template that no longer exists, and lets another be chosen', async () => {
    gateway.answer('myTemplates', page(summary()));
    gateway.refuse('readTemplateContent', 'template-not-found');
    const window = await openLoad();
    await click(await window.findByRole('button', { name: /^Eighties/ }));
    await window.findByText('This template does not exist, or it is not public.');
    await press('Choose another', window);
    await window.findByRole('button', { name: /^Eighties/ });
    expect(sent('addCategory')).toEqual([]);
  });

  it('sends the same command id again after a refusal, so that nothing is added twice', async () => {
    gateway.answer('myTemplates', page(summary()));
    gateway.answer('readTemplateContent', content);
    const window = await openLoad();
    await click(await window.findByRole('button', { name: /^Eighties/ }));
    await window.findByText(/left out/);
    gateway.refuse('addQuestions', 'limit-saves', { n: 20 });
    await press('Add to the board', window);
    await window.findByText(/^You are saving too often/);
    gateway.answer('addQuestions', { version: 9, questions: 2 });
    await press('Add to the board', window);
    await screen.findByText('2 questions of “Eighties” are on the board.');
    const [first, second] = gateway.inputsOf('addQuestions').map(({ body }) => body.commandId);
    expect(second).toBe(first);
  });
});

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

describe('starting a game from its setup', () => {
  it('leads to the desk', async () => {
    await open({ joined: true });
    await press('Start Game');
    await pass();
    expect(sent('startGame')).toHaveLength(1);
    expect(addressNow()).toBe('/game/game-1');
  });

  it('asks before it starts without questions', async () => {
    await open({ empty: true, joined: true });
    await press('Start Game');
    const question = await dialog('Start without questions?');
    question.getByText('Your board is empty. You cannot add questions once the game has started.');
    await press('Cancel', question);
    expect(sent('startGame')).toEqual([]);
    await press('Start Game');
    await press('Start Game', await dialog('Start without questions?'));
    expect(sent('startGame')).toHaveLength(1);
  });

  it('asks before it starts without players, and names all that may have been overlooked at once', async () => {
    await open();
    await press('Start Game');
    const question = await dialog('Start without players?');
    question.getByText('Nobody has joined yet. Players can still join after the game has started.');
    await press('Cancel', question);
    expect(sent('startGame')).toEqual([]);
    await press('Add Question', card('TV'));
    await fill('Answer', 'Brand new', form('New question in TV'));
    await pass(KEPT_MS);
    await press('Start Game');
    const both = await dialog('Start without the unfinished question?');
    both.getByText(/Nobody has joined yet/);
    await press('Start Game', both);
    expect(sent('startGame')).toHaveLength(1);
  });

  it('asks before it starts without what is half typed, and starts without it when that is wanted', async () => {
    await open({ joined: true });
    await press('Add Question', card('TV'));
    await fill('Answer', 'Brand new', form('New question in TV'));
    await pass(KEPT_MS);
    await press('Start Game');
    await press('Cancel', await dialog('Start without the unfinished question?'));
    expect(valueOf('Answer', form('New question in TV'))).toBe('Brand new');
    await press('Start Game');
    await press('Start Game', await dialog('Start without the unfinished question?'));
    await pass();
    expect(addressNow()).toBe('/game/game-1');
  });

  it('shows what was half typed here when another window has started the game', async () => {
    await open({ joined: true });
    await press('Add Question', card('TV'));
    await fill('Answer', 'Brand new', form('New question in TV'));
    await pass(KEPT_MS);
    await play({ type: 'startGame' });
    await screen.findByRole('heading', { name: 'The game has started' });
    screen.getByText('Brand new');
    expect(screen.getByRole('alert').textContent).toContain('It was started in another window');
    await click(screen.getByRole('link', { name: 'Go to the desk' }));
    expect(addressNow()).toBe('/game/game-1');
  });

  it('says why it could not be started', async () => {
    await open({ joined: true });
    server.refuseNext('startGame', 'not-allowed');
    await press('Start Game');
    await screen.findByText('You are not allowed to do that.');
    expect(addressNow()).toBe('/setup/game-1');
  });
});

describe('the card of unsaved questions from an earlier game', () => {
  const left = { category: 'TV', typed: { ...QUESTION, answer: 'Half a song', points: 300 } };

  it('appears in the setup of the next game, until it is discarded', async () => {
    sessionStorage.setItem('earworm.left-questions', JSON.stringify([left]));
    await open();
    const region = card('Unsaved questions from an earlier game');
    expect(region.getByRole('listitem').textContent).toBe(`Half a songTV · ${LINK} · 300`);
    await press('Discard', region);
    expect(screen.queryByRole('region', { name: 'Unsaved questions from an earlier game' })).toBeNull();
    await reopen();
    expect(screen.queryByRole('region', { name: 'Unsaved questions from an earlier game' })).toBeNull();
  });

  it('copies the questions as a list that a template takes', async () => {
    sessionStorage.setItem('earworm.left-questions', JSON.stringify([left]));
    await open();
    const written: string[] = [];
    Object.assign(navigator, { clipboard: { writeText: async (text: string) => void written.push(text) } });
    await press('Copy', card('Unsaved questions from an earlier game'));
    await screen.findByText('Copied');
    expect(written).toEqual([`youtubeLink\tanswer\tyoutubeSongName\tpoints\n${LINK}\tHalf a song\t\t300`]);
  });
});

describe('the side panel of the setup', () => {
  it('shows who has joined, in the order of their seats, and who is disconnected', async () => {
    await open();
    screen.getByText('No players yet. Show the code or share the link.');
    for (const story of [joins('ada', 'Ada'), joins('leo', 'Leo'), joins('zoe', 'Zoe'), leaves('leo')])
      server.play(story);
    await pass();
    server.sendPresence(MODERATOR, 'ada', 'leo');
    await pass();
    const players = within(screen.getByRole('heading', { name: /^Players/ }).closest('section')!);
    expect(players.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'Ada',
      'Leonot connected',
      'Zoenot connected',
    ]);
    expect(players.getByRole('status').textContent).toBe('3 players');
  });

  it('renames, removes and bans players before the start', async () => {
    await open();
    for (const story of [joins('ada', 'Ada'), joins('leo', 'Leo')]) server.play(story);
    await pass();
    await openMenu('Actions for Ada');
    await click(screen.getByRole('menuitem', { name: 'Rename' }));
    await fill('New name', 'Adele');
    await press('Save');
    expect(sent('renamePlayer')).toMatchObject([{ playerId: 'ada', name: 'Adele' }]);
    await openMenu('Actions for Adele');
    await click(screen.getByRole('menuitem', { name: 'Remove from the game' }));
    expect(sent('removePlayer')).toMatchObject([{ playerId: 'ada', ban: false }]);
    await openMenu('Actions for Leo');
    await click(screen.getByRole('menuitem', { name: /^Ban/ }));
    await press('Ban');
    expect(sent('removePlayer')).toMatchObject([{ ban: false }, { playerId: 'leo', ban: true }]);
    screen.getByText('No players yet. Show the code or share the link.');
    gateway.answer('roster', { players: [], total: 0 });
    await press('All players');
    await press('Allow Leo to join again');
    expect(sent('removePlayer').at(-1)).toMatchObject({ playerId: 'leo', ban: false });
  });

  it('closes joining before the start, and opens it again', async () => {
    await open();
    const joining = () => screen.getByRole('switch', { name: 'New players can join' });
    await click(joining());
    expect(sent('lockJoining')).toMatchObject([{ locked: true }]);
    screen.getByText('The stage and the join page say that joining is closed.');
    await click(joining());
    expect(sent('lockJoining')).toMatchObject([{ locked: true }, { locked: false }]);
  });

  it('shows that many joins from one place wait', async () => {
    await open();
    server.sendDelayedJoins(12);
    await pass();
    screen.getByText('Many people are joining from the same network. 12 players are still waiting.');
  });

  it('changes how the game is played', async () => {
    await open();
    await click(screen.getByRole('switch', { name: 'Time trial' }));
    await click(screen.getByRole('radio', { name: 'One per player' }));
    await click(screen.getByRole('radio', { name: 'Starts right away' }));
    await click(screen.getByRole('radio', { name: 'On the players’ phones' }));
    await click(screen.getByRole('radio', { name: 'Stays paused' }));
    const afterRight = within(screen.getByRole('radiogroup', { name: 'Music after a right answer' }));
    expect(afterRight.getByRole<HTMLInputElement>('radio', { name: 'Stops' }).checked).toBe(true);
    await click(afterRight.getByRole('radio', { name: 'Keeps playing' }));
    expect(server.commands).toEqual([
      { type: 'switchTimeTrial', on: true },
      { type: 'changeSettings', settings: { attempts: 'once' } },
      { type: 'changeSettings', settings: { picking: 'direct' } },
      { type: 'changeSettings', settings: { musicOn: 'players' } },
      { type: 'changeSettings', settings: { musicAfterWrong: 'waits' } },
      { type: 'changeSettings', settings: { musicAfterRight: 'plays' } },
    ]);
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Time trial' }).checked).toBe(true);
  });

  it('keeps the board as a template, once there is a question', async () => {
    await open();
    await press('Save as Template');
    const window = await dialog('Save as Template');
    await fill('Template title', 'Leo’s own', window);
    gateway.answer('templateFromGame', ({ body }) => ({ templateId: body.templateId as never, version: 1 }));
    await press('Save Template', window);
    await window.findByText('“Leo’s own” was saved to My Templates.');
    const { body } = gateway.inputsOf('templateFromGame')[0]!;
    expect(body).toMatchObject({ gameId: 'game-1', title: 'Leo’s own' });
    expect(window.getByRole('link', { name: 'Open in the editor' }).getAttribute('href')).toBe(
      `/template/edit/${body.templateId}`,
    );
  });

  it('keeps no empty board as a template', async () => {
    await open({ empty: true });
    expect(screen.queryByRole('button', { name: 'Save as Template' })).toBeNull();
  });
});

describe('listening to one song of the setup', () => {
  let youtube: FakeYoutube;
  beforeEach(() => void (youtube = new FakeYoutube()));
  afterEach(() => youtube.remove());
  const openSong = async () => {
    await open();
    await press('Listen to the question for 100');
    await pass(100);
    return dialog('Listen');
  };

  it('plays it, pauses and starts again, and is silent once it is closed', async () => {
    const window = await openSong();
    window.getByText('Answer 100');
    await window.findByText('Playing');
    await press('Pause', window);
    await pass(10);
    window.getByText('Paused');
    await press('Play', window);
    await pass(10);
    await press('From the start', window);
    await pass(10);
    window.getByText('Playing');
    await key('Escape');
    await pass(1_000);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('reports why it cannot be played', async () => {
    youtube.next = { error: 150 };
    const window = await openSong();
    await window.findByText('This video can only be played on YouTube itself.');
    await press('Try again', window);
    await window.findByText('Playing');
  });

  it('plays what is typed in a form before it is saved', async () => {
    await open();
    await press('Add Question', card('TV'));
    const place = form('New question in TV');
    expect(place.getByRole('button', { name: 'Listen' }).hasAttribute('disabled')).toBe(true);
    await fill('YouTube Link', 'https://youtu.be/dddddddddd4', place);
    await press('Listen', place);
    await pass(100);
    await (await dialog('Listen')).findByText('Playing');
    expect(youtube.log).toContain('play dddddddddd4');
    expect(sent('addQuestion')).toEqual([]);
  });
});

describe('the sound check', () => {
  let youtube: FakeYoutube;
  beforeEach(() => void (youtube = new FakeYoutube()));
  afterEach(() => youtube.remove());
  const openCheck = async () => {
    await open();
    await press('Sound check');
    return dialog('Sound check');
  };
  const status = (window: Awaited<ReturnType<typeof openCheck>>) => window.getByRole('status').textContent;

  it('disables its button while there is no question', async () => {
    await open({ empty: true });
    expect(screen.getByRole('button', { name: 'Sound check' }).hasAttribute('disabled')).toBe(true);
  });

  it('plays a second of every song and reports that all can be played', async () => {
    const window = await openCheck();
    window.getByText('Plays one second of each of your 4 songs on this device and lists those without sound.');
    await press('Start sound check', window);
    await pass(1_500);
    expect(status(window)).toMatch(/^[12] of 4 checked$/);
    for (let second = 0; second < 6; second++) await pass(1_000);
    expect(status(window)).toBe('All 4 songs play fine.');
    expect(localStorage.getItem('earworm.video-calls')).toBe('4');
    await press('Check again', window);
    expect(status(window)).toBe('0 of 4 checked');
  });

  it('lists the songs that cannot be played, each with the reason', async () => {
    const window = await openCheck();
    youtube.next = { error: 150 };
    await press('Start sound check', window);
    for (let second = 0; second < 6; second++) await pass(1_000);
    expect(status(window)).toBe('1 song does not play:');
    expect(window.getByRole('listitem').textContent).toBe(
      'TV · 100 · Answer 100This video can only be played on YouTube itself.',
    );
  });

  it('says for every song that YouTube cannot be reached', async () => {
    youtube.isReachable = false;
    const window = await openCheck();
    await press('Start sound check', window);
    for (let second = 0; second < 6; second++) await pass(1_000);
    expect(status(window)).toBe('4 songs do not play:');
    expect(window.getAllByText('YouTube cannot be reached from this network.')).toHaveLength(4);
  });

  it('stops when asked, and then closes', async () => {
    const window = await openCheck();
    await press('Start sound check', window);
    await pass(1_500);
    await press('Stop', window);
    await pass();
    const played = youtube.log.length;
    await pass(5_000);
    expect(youtube.log).toHaveLength(played);
    await press('Close', window);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
