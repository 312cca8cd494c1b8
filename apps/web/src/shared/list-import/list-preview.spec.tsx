import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useMemo } from 'react';
import type { Refusal } from '../live/board.js';
import { click, draw, fill, press } from '../../testing/user-actions.js';
import { ListPreview } from './list-preview.js';
import { type ListRow, rowOf } from './rows.js';
import { useRows } from './use-rows.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';
const song = (answer: string, category = '', link = LINK): ListRow =>
  rowOf({ line: 1, category, answer, song: '', link, clipId: null, points: null });
const songs = (count: number) => Array.from({ length: count }, (_, n) => song(`Song ${n}`));

function Preview({
  rows,
  refusal = null,
  into,
}: {
  rows: readonly ListRow[];
  refusal?: Refusal | null;
  into?: boolean;
}) {
  const target = useMemo(() => ({ category: 'My songs' }), []);
  const list = useRows({ rows, target, takesIncomplete: false, isText: false });
  return <ListPreview list={list} refusal={refusal} hasCategories={into !== true} />;
}
/** Headings and rows from top to bottom; a row that is left out has a minus. */
const lines = () =>
  screen.getAllByRole('listitem').map((item) => {
    const box = item.querySelector<HTMLInputElement>('input[type="checkbox"]');
    if (box === null) return `# ${item.textContent}`;
    return `${box.checked ? '' : '- '}${box.getAttribute('aria-label')?.replace(/^Add “?|”$/g, '')}`;
  });

describe('the preview of an imported list', () => {
  it('names each category above its first row, and the own name of the list where a row has none', async () => {
    await draw(<Preview rows={[song('A'), song('B', 'Rock'), song('C', 'Rock'), song('D', 'Pop')]} />);
    expect(lines()).toEqual(['# My songs', 'A', '# Rock', 'B', 'C', '# Pop', 'D']);
  });

  it('names no category where the list goes into one', async () => {
    await draw(<Preview into rows={[song('A'), song('B', 'Rock')]} />);
    expect(lines()).toEqual(['A', 'B']);
  });

  it('names the next category where one is full', async () => {
    await draw(<Preview rows={songs(31)} />);
    expect(lines().filter((line) => line.startsWith('#'))).toEqual(['# My songs', '# My songs (2)']);
  });

  it('leaves a row out that people leave out', async () => {
    await draw(<Preview rows={[song('A'), song('B')]} />);
    await click(screen.getByLabelText('Add “A”'));
    expect(lines()).toEqual(['- A', '# My songs', 'B']);
  });

  it('shows a hundred rows at once and the next ones on request', async () => {
    await draw(<Preview into rows={songs(101)} />);
    expect(lines()).toHaveLength(100);
    await press('Show more rows');
    expect(lines()).toHaveLength(101);
    expect(screen.queryByRole('button', { name: 'Show more rows' })).toBeNull();
  });

  it('filters a long list by the rows to check, and keeps one that was put right in sight', async () => {
    await draw(<Preview into rows={[...songs(12), song('No link', '', '')]} />);
    await click(screen.getByLabelText('Show only 1 row to check'));
    expect(lines()).toEqual(['- No link']);
    await fill('YouTube Link', LINK);
    expect(lines()).toEqual(['No link']);
    await click(screen.getByLabelText('Show only 1 row to check'));
    expect(lines()).toHaveLength(13);
  });

  it('shows every row of a short list', async () => {
    await draw(<Preview into rows={[...songs(11), song('No link', '', '')]} />);
    expect(screen.queryByLabelText(/^Show only/)).toBeNull();
  });

  it('shows a refusal beside the row that is at fault', async () => {
    const rows = [song('A'), song('B')];
    await draw(<Preview rows={rows} refusal={{ code: 'internal', text: 'It is full.', id: rows[1]!.id }} />);
    expect(screen.getByText('It is full.').closest('li')).toBe(screen.getByLabelText('Add “B”').closest('li'));
  });
});
