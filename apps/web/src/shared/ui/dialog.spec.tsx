import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { draw, key, pass, press } from '../../testing/user-actions.js';
import { Confirm, Dialog } from './dialog.js';

function Stacked() {
  const [opened, setOpened] = useState(true);
  const [question, setQuestion] = useState<string | null>('Delete 80s?');
  return (
    <>
      <Confirm
        opened={question !== null}
        title={question ?? 'No title'}
        text={question ?? 'No text'}
        yes="Delete"
        onYes={() => undefined}
        onClose={() => setQuestion(null)}
      />
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Details">
        <button onClick={() => setQuestion('Delete 90s?')}>Ask</button>
      </Dialog>
    </>
  );
}

/** Longer than the fade. */
const FADED_MS = 1_000;
const titles = () => screen.queryAllByRole('dialog').map((each) => each.querySelector('h2')?.textContent);

describe('dialogs on top of each other', () => {
  it('close on Escape one by one, the one opened last first', async () => {
    await draw(<Stacked />);
    await key('Escape');
    await pass(FADED_MS);
    expect(titles()).toEqual(['Delete 80s?']);
    await key('Escape');
    await pass(FADED_MS);
    expect(titles()).toEqual([]);
  });

  it('close on Escape in the order of opening, not of rendering', async () => {
    await draw(<Stacked />);
    await press('Cancel');
    await pass(FADED_MS);
    await press('Ask');
    await pass(FADED_MS);
    await key('Escape');
    await pass(FADED_MS);
    expect(titles()).toEqual(['Details']);
  });
});

describe('a dialog that asks for confirmation', () => {
  it('keeps its words while it fades out', async () => {
    const original = matchMedia('(prefers-reduced-motion: reduce)');
    const query = jest.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(original, { matches: false }));
    await draw(<Stacked />);
    await pass(FADED_MS);
    await press('Cancel');
    expect(titles()).toContain('Delete 80s?');
    expect(screen.queryByText('No text')).toBeNull();
    await pass(FADED_MS);
    expect(titles()).toEqual(['Details']);
    query.mockRestore();
  });
});
