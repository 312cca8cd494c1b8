import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { click, draw, fill, press, valueOf } from '../../testing/user-actions.js';
import { ListRowItem } from './list-row.js';
import { type ListRow, type RowNote, rowOf } from './rows.js';
import type { RowChange } from './use-rows.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';
type Fields = Parameters<typeof rowOf>[0];

interface Shown {
  readonly fields?: Partial<Fields>;
  readonly notes?: readonly RowNote[];
  readonly refusal?: string;
  readonly hasCategories?: boolean;
  readonly mayUse?: boolean;
}

/** Draws one row; what it asked its list for. */
async function drawRow({ fields, notes, refusal, hasCategories = true, mayUse = true }: Shown = {}) {
  const changes: RowChange[] = [];
  const uses: boolean[] = [];
  const whole = { line: 3, category: 'Rock', answer: 'Queen', song: 'Live', link: LINK, clipId: null, points: 300 };
  const row: ListRow = rowOf({ ...whole, ...fields }, notes);
  await draw(
    <ListRowItem
      row={row}
      used={mayUse}
      mayUse={mayUse}
      points={mayUse ? (row.points ?? 100) : null}
      refusal={refusal ?? null}
      hasCategories={hasCategories}
      onUse={(_, use) => uses.push(use)}
      onChange={(_, change) => changes.push(change)}
    />,
  );
  return { changes, uses };
}
const text = () => screen.getByRole('listitem').textContent;
const fields = () =>
  screen.queryAllByRole('textbox').map((field) => (field as HTMLInputElement).labels?.[0]?.textContent);

describe('a row of an imported list', () => {
  it('shows answer, points, song and link, and no field', async () => {
    await drawRow();
    expect(text()).toBe(`Queen300 points · Live · ${LINK}`);
    expect(fields()).toEqual([]);
  });

  it('shows a field for each part once it is edited, with what was read in it', async () => {
    const { changes } = await drawRow();
    await press('Edit line 3');
    expect(fields()).toEqual(['YouTube Link', 'Answer', 'Song Name', 'Category', 'Points']);
    const values = ['YouTube Link', 'Answer', 'Song Name', 'Category', 'Points'].map((label) => valueOf(label));
    expect(values).toEqual([LINK, 'Queen', 'Live', 'Rock', '300']);
    await fill('YouTube Link', 'x');
    await fill('Answer', 'ABBA');
    await fill('Song Name', '');
    await fill('Category', 'Pop');
    await fill('Points', '');
    expect(changes).toEqual([{ link: 'x' }, { answer: 'ABBA' }, { song: '' }, { category: 'Pop' }, { points: null }]);
    await press('Edit line 3');
    expect(fields()).toEqual([]);
  });

  it('shows no field for a category where the list goes into one', async () => {
    await drawRow({ hasCategories: false });
    await press('Edit line 3');
    expect(fields()).not.toContain('Category');
  });

  it.each<[string, Partial<Fields>, string, string[]]>([
    ['a link', { link: '' }, 'YouTube link is required', ['YouTube Link']],
    ['a link that leads to a video', { link: 'nowhere' }, 'This is not a link to a YouTube video.', ['YouTube Link']],
    ['an answer', { answer: '' }, 'Answer is required', ['Answer']],
  ])('reports what is missing and shows the field for it: %s', async (_, missing, words, wanted) => {
    await drawRow({ fields: missing, mayUse: false });
    screen.getByText(words);
    expect(fields()).toEqual(wanted);
    expect((screen.getByRole('checkbox') as HTMLInputElement).disabled).toBe(true);
  });

  it('reports what was not read as it was written, and why it was refused', async () => {
    const notes: RowNote[] = [
      { code: 'points-unclear', what: '1/2' },
      { code: 'clip-unknown', what: 'song.mp3' },
    ];
    await drawRow({ notes, refusal: 'This category is full.' });
    screen.getByText(
      '“1/2” has no single meaning as points. The next value is used. ' +
        '“song.mp3” is not an audio clip and was left out. This category is full.',
    );
  });

  it('reports that it is left out when its checkbox is cleared', async () => {
    const { uses } = await drawRow();
    await click(screen.getByLabelText('Add “Queen”'));
    expect(uses).toEqual([false]);
  });

  it('uses its line number as its name where it has no answer', async () => {
    await drawRow({ fields: { answer: '' } });
    screen.getByLabelText('Add line 3');
    screen.getByText('No answer');
  });

  it('offers no editing where it only names a category', async () => {
    await drawRow({ fields: { answer: '', song: '', link: '', points: null } });
    expect(text()).toBe('Category without questions');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
