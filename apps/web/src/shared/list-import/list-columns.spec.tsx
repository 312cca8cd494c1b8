import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { draw, pass } from '../../testing/user-actions.js';
import { guessColumns, type ListColumn, type Role } from './columns.js';
import { ListColumns } from './list-columns.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';
const column = (heading: string, role: Role, certain = true): ListColumn => ({ heading, role, certain });

function Choice({ columns: found, cells }: { columns: readonly ListColumn[]; cells: readonly string[] }) {
  const [columns, choose] = useState(found);
  return <ListColumns columns={columns} rows={[{ line: 2, cells }]} onChoose={choose} />;
}
const isOpen = () => document.querySelector('details')!.open;
const roles = () => screen.getAllByRole('combobox').map((select) => (select as HTMLSelectElement).value);
const pick = async (label: string, role: Role) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value: role } });
  await pass();
};

describe('the choice of what each column holds', () => {
  const answers = [column('Answer', 'answer'), column('Link', 'link')];

  it('remains closed where every column in use is certain', async () => {
    await draw(<Choice columns={[...answers, column('Note', 'none', false)]} cells={['A', LINK, 'x']} />);
    expect(isOpen()).toBe(false);
    expect(document.querySelector('summary')!.textContent).toContain('1 to check');
  });

  it.each<[string, readonly ListColumn[]]>([
    ['no column holds the answer', [column('Points', 'points'), column('Link', 'link')]],
    ['a column in use is only guessed', [column('', 'answer', false), column('Link', 'link')]],
  ])('opens where %s', async (_, columns) => {
    await draw(<Choice columns={columns} cells={['100', LINK]} />);
    expect(isOpen()).toBe(true);
  });

  it('remains open while the last doubt is settled', async () => {
    await draw(<Choice columns={[column('', 'answer', false), column('Link', 'link')]} cells={['A', LINK]} />);
    await pick('Column 1', 'song');
    expect(isOpen()).toBe(true);
  });

  it('calls columns by heading or number, with the first content beside each', async () => {
    const rows = [
      { line: 1, cells: ['', 'A'] },
      { line: 2, cells: ['x'.repeat(50), 'B'] },
    ];
    const columns = guessColumns(
      null,
      rows.map(({ cells }) => cells),
    );
    await draw(<ListColumns columns={columns} rows={rows} onChoose={() => undefined} />);
    expect(screen.getByLabelText('Column 1').closest('div')!.parentElement!.textContent).toContain('x'.repeat(40));
    screen.getByLabelText('Column 2');
    expect(document.body.textContent).not.toContain('x'.repeat(41));
  });

  it('leaves out columns without any content', async () => {
    await draw(<Choice columns={[...answers, column('Year', 'none')]} cells={['A', LINK, '']} />);
    expect(roles()).toEqual(['answer', 'link']);
  });

  it('asks to check a guess until somebody chooses', async () => {
    await draw(<Choice columns={[column('Note', 'song', false), ...answers]} cells={['N', 'A', LINK]} />);
    screen.getByText('Please check');
    await pick('Column “Note”', 'none');
    expect(screen.queryByText('Please check')).toBeNull();
  });

  it('frees the column that held the links when another one is chosen for them', async () => {
    await draw(<Choice columns={[...answers, column('Video', 'none')]} cells={['A', LINK, LINK]} />);
    await pick('Column “Video”', 'link');
    expect(roles()).toEqual(['answer', 'none', 'link']);
  });

  it('lets several columns form the answer', async () => {
    await draw(<Choice columns={[...answers, column('Artist', 'none')]} cells={['A', LINK, 'B']} />);
    await pick('Column “Artist”', 'answer');
    expect(roles()).toEqual(['answer', 'link', 'answer']);
  });
});
