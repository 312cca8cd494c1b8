import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { lazyPart } from '../shared/ui/lazy-part.js';
import { click, draw, fill, valueOf } from '../testing/user-actions.js';
import { ErrorBoundary } from './error-boundary.js';
import { watchMissingFiles } from './fetch-new-release.js';
import { lazyComponent } from './lazy.js';

watchMissingFiles();

/** As the bundler's loader does it. */
function cannotBeFetched(): Promise<never> {
  const payload = new TypeError('Failed to fetch dynamically imported module');
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  return Promise.reject(payload);
}

const Part = lazyPart(cannotBeFetched);

describe('error boundary', () => {
  const reload = jest.fn();
  let logged: jest.Spied<typeof console.error>;
  beforeEach(() => {
    reload.mockClear();
    sessionStorage.clear();
    // React and the boundary log what was thrown.
    logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => logged.mockRestore());

  const open = async (next: () => Promise<never>) => {
    const Next = lazyComponent(next);
    function Home() {
      const [isLeft, leave] = useState(false);
      if (isLeft) return <Next />;
      return (
        <>
          <input aria-label="Game Code" />
          <Part />
          <button onClick={() => leave(true)}>Join Game</button>
        </>
      );
    }
    await draw(
      <ErrorBoundary reload={reload}>
        <Home />
      </ErrorBoundary>,
    );
  };
  const goOn = () => click(screen.getByRole('button', { name: 'Join Game' }));

  it('leaves a page as it is that works without a missing file, with what is typed in it', async () => {
    await open(cannotBeFetched);
    await fill('Game Code', 'K7WQ4M');
    await cannotBeFetched().catch(() => undefined);
    expect(valueOf('Game Code')).toBe('K7WQ4M');
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads a page that needs a missing file', async () => {
    await open(cannotBeFetched);
    await goOn();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Something went wrong')).toBeNull();
  });

  it('shows the error screen when the file is missing again within 30 seconds', async () => {
    sessionStorage.setItem('earworm.reloaded-at', String(Date.now() - 29_000));
    await open(cannotBeFetched);
    await goOn();
    screen.getByText('Something went wrong');
    expect(reload).not.toHaveBeenCalled();
  });

  it('shows the error screen without a reload for a chunk that throws', async () => {
    await open(() => Promise.reject(new TypeError('x is undefined')));
    await goOn();
    screen.getByText('Something went wrong');
    expect(reload).not.toHaveBeenCalled();
  });
});
