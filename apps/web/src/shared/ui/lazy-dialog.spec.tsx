import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { draw, fill, pass, press, valueOf } from '../../testing/user-actions.js';
import { Dialog } from './dialog.js';
import { lazyDialog } from './lazy-dialog.js';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}
const chunk = {
  Settings: ({ opened, onClose }: Props) => (
    <Dialog opened={opened} onClose={onClose} title="Settings">
      Louder
    </Dialog>
  ),
};
const load = jest.fn<() => Promise<typeof chunk>>();
const failed = new TypeError('Importing a module script failed.');

const drawPage = (language: 'en' | 'de' = 'en') => {
  const Settings = lazyDialog(load, (module) => module.Settings);
  function Page() {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <input aria-label="Answer" />
        <button onClick={() => setOpened(true)}>Open</button>
        <Settings opened={opened} onClose={() => setOpened(false)} />
      </>
    );
  }
  return draw(<Page />, { language });
};
const open = async () => {
  await press('Open');
  await pass();
};
const busy = () => screen.getByRole('button', { name: 'Open' }).getAttribute('aria-busy');
const MESSAGE = /^This could not be loaded. Check your connection/;

describe('a dialog in a separate chunk', () => {
  beforeEach(() => void load.mockReset());

  it('fetches its chunk only when it is opened', async () => {
    load.mockResolvedValue(chunk);
    await drawPage();
    expect(load).not.toHaveBeenCalled();
    await open();
    await screen.findByRole('dialog', { name: 'Settings' });
  });

  it('marks the pressed button as busy until its chunk is fetched', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof chunk>();
    load.mockReturnValue(promise);
    await drawPage();
    await open();
    expect(busy()).toBe('true');
    resolve(chunk);
    await pass();
    expect(busy()).toBeNull();
    screen.getByRole('dialog', { name: 'Settings' });
  });

  it('requests its chunk once more when it cannot be fetched', async () => {
    load.mockRejectedValueOnce(failed).mockResolvedValue(chunk);
    await drawPage();
    await open();
    screen.getByRole('dialog', { name: 'Settings' });
    expect(screen.queryByText(MESSAGE)).toBeNull();
  });

  it('reports that it cannot be loaded, leaves the page as it was, and fetches its chunk at the next press', async () => {
    load.mockRejectedValueOnce(failed).mockRejectedValueOnce(failed).mockResolvedValue(chunk);
    await drawPage();
    await fill('Answer', 'Take On Me');
    await open();
    await screen.findByText(MESSAGE);
    expect([valueOf('Answer'), busy(), screen.queryByRole('dialog')]).toEqual(['Take On Me', null, null]);
    await open();
    screen.getByRole('dialog', { name: 'Settings' });
    expect(valueOf('Answer')).toBe('Take On Me');
  });

  it('reports in German that it cannot be loaded', async () => {
    load.mockRejectedValue(failed);
    await drawPage('de');
    await open();
    await screen.findByText(/^Das konnte nicht geladen werden. Prüfe deine Verbindung/);
  });
});
