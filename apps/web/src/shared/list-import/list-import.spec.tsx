import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import './read-list.js';
import { draw, pass, press } from '../../testing/user-actions.js';
import { ListImport } from './list-import.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';
const field = () => document.querySelector<HTMLInputElement>('input[type="file"]')!;

/** The file field as a browser has it: emptied through its value, and silent about the file that it holds already. */
async function choose(name: string): Promise<void> {
  const input = field();
  if (input.files?.[0]?.name === name) return;
  let files: File[] = [new File([`Answer,Link\n${name},${LINK}\n`], name)];
  Object.defineProperty(input, 'files', { get: () => files, configurable: true });
  Object.defineProperty(input, 'value', { set: () => void (files = []), configurable: true });
  fireEvent.change(input);
  await pass(200);
}

describe('list import', () => {
  const drawImport = () =>
    draw(
      <ListImport
        storageKey="list.spec"
        takesIncomplete
        onConfirm={async () => ({ code: 'internal', text: 'It is full.' })}
        onDone={() => undefined}
      />,
    );

  it('reads the same file again when it is chosen a second time', async () => {
    await drawImport();
    await choose('songs.csv');
    await press('Use a pasted list instead');
    expect(screen.queryByText('songs.csv')).toBeNull();
    await choose('songs.csv');
    screen.getByText('1 question found');
  });

  it('removes the refusal when another file is chosen', async () => {
    await drawImport();
    await choose('songs.csv');
    await press('Add 1 question');
    screen.getByText('It is full.');
    await choose('others.csv');
    expect(screen.queryByText('It is full.')).toBeNull();
  });
});
