import { beforeEach, describe, expect, it } from '@jest/globals';
import { TemplateId, type TemplateSummary } from '@earworm/contracts';
import { CategoryDraft, type CategoryId } from '@earworm/rules';
import { MODERATOR } from '@earworm/rules/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { click, dialog, fill, pass, press, valueOf } from '../../testing/user-actions.js';
import { signInAs } from '../../testing/render.js';
import { LINK, KEPT_MS, play, open, reopen, card, rowsOf, sent, addsLists } from '../../testing/setup-screen.js';

beforeEach(() => signInAs({ id: MODERATOR, name: 'Mo' }));

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
