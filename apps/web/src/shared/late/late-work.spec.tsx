import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { busyDuring } from '../../platform/busy-control.js';
import { gateway } from '../../testing/fake-gateway.js';
import { draw, pass, press } from '../../testing/user-actions.js';
import { WhenLate } from './late-notice.js';

const LATE_MS = 8_000;
/** A message comes and goes within this. */
const SHOWN_MS = 600;
const SLOW = 'This is taking longer than usual';

describe('notice of slow work after a press', () => {
  let onLine: jest.SpiedGetter<boolean>;
  let work: PromiseWithResolvers<void>;
  let isBusy: boolean;
  beforeEach(() => {
    onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    work = Promise.withResolvers();
    isBusy = false;
  });
  afterEach(async () => {
    onLine.mockRestore();
    work.resolve();
    await pass();
  });
  const begin = () => void busyDuring(work.promise, () => isBusy).catch(() => undefined);
  const drawButton = (language: 'en' | 'de' = 'en') => draw(<button onClick={begin}>Save</button>, { language });
  /** In two steps: React draws what is late, and that takes time to come. */
  const isLate = async () => {
    await pass(LATE_MS);
    await pass(SHOWN_MS);
  };
  const pressed = async () => {
    await press('Save');
    await isLate();
  };

  it('shows nothing for eight seconds', async () => {
    await drawButton();
    await press('Save');
    await pass(LATE_MS - 1);
    expect(screen.queryByText(SLOW)).toBeNull();
  });

  it('reports after eight seconds that the work takes longer, until it is done', async () => {
    await drawButton();
    await pressed();
    screen.getByText(SLOW);
    screen.getByText(/^The server answers, but this is not ready yet\./);
    work.resolve();
    await pass(SHOWN_MS);
    expect(screen.queryByText(SLOW)).toBeNull();
  });

  it('disappears when the work has failed', async () => {
    await drawButton();
    await pressed();
    work.reject(new Error('unavailable'));
    await pass(SHOWN_MS);
    expect(screen.queryByText(SLOW)).toBeNull();
  });

  it.each<[string, () => void, string]>([
    ['the server does not answer', () => gateway.disconnect('about'), 'The server does not answer'],
    ['the device is offline', () => onLine.mockReturnValue(false), 'You are offline'],
    ['the server is too busy for HTTP', () => gateway.refuse('about', 'busy'), 'The server is busy'],
    ['the server has answered that it is busy', () => (isBusy = true), 'The server is busy'],
  ])('reports that %s', async (_, happens, words) => {
    await drawButton();
    happens();
    await pressed();
    screen.getByText(words);
  });

  it('appears in German', async () => {
    await drawButton('de');
    await pressed();
    screen.getByText('Das dauert länger als sonst');
  });

  it('appears after a key press as well', async () => {
    await draw(<input aria-label="Name" onKeyDown={begin} />);
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Enter' });
    await isLate();
    screen.getByText(SLOW);
  });

  it('includes the next call of the same press', async () => {
    const first = Promise.withResolvers<void>();
    await draw(<button onClick={() => void busyDuring(first.promise).then(begin)}>Save</button>);
    await press('Save');
    await pass(1_000);
    first.resolve();
    await isLate();
    screen.getByText(SLOW);
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('true');
  });

  it('leaves the report to a page that shows it itself', async () => {
    await draw(
      <>
        <button onClick={begin}>Save</button>
        <WhenLate />
      </>,
    );
    await pressed();
    expect(screen.getAllByText(SLOW)).toHaveLength(1);
  });

  it('ignores work that began by itself', async () => {
    await drawButton();
    begin();
    await isLate();
    expect(screen.queryByText(SLOW)).toBeNull();
  });

  it('counts the time from its own press, not from the one before it', async () => {
    const first = Promise.withResolvers<void>();
    await draw(
      <>
        <button onClick={() => void busyDuring(first.promise)}>Open</button>
        <button onClick={begin}>Save</button>
      </>,
    );
    await press('Open');
    await pass(5_000);
    await press('Save');
    await pass(1_000);
    first.resolve();
    await pass(LATE_MS - 1_000 - 1);
    expect(screen.queryByText(SLOW)).toBeNull();
    await pass(1);
    await pass(SHOWN_MS);
    screen.getByText(SLOW);
  });
});
