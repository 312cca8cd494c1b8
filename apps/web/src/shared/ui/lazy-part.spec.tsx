import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Component, type ReactNode, useState } from 'react';
import { draw, pass, press } from '../../testing/user-actions.js';
import { lazyPart, lazyScreen } from './lazy-part.js';

const Sign = ({ text }: { text: string }) => <b>{text}</b>;
const load = jest.fn<() => Promise<typeof Sign>>();
const failed = new TypeError('Importing a module script failed.');

const drawPage = async (fallback?: string) => {
  const Part = lazyPart(load, fallback);
  function Page() {
    const [isShown, show] = useState(true);
    return (
      <>
        <button onClick={() => show(!isShown)}>Switch</button>
        {isShown && <Part text="slow" />}
      </>
    );
  }
  await draw(<Page />);
  await pass();
};

describe('a part of a page in a separate chunk', () => {
  beforeEach(() => void load.mockReset());

  it('takes the place of its fallback when its chunk is there', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof Sign>();
    load.mockReturnValue(promise);
    await drawPage('Loading');
    screen.getByText('Loading');
    resolve(Sign);
    await pass();
    screen.getByText('slow');
    expect(screen.queryByText('Loading')).toBeNull();
  });

  it('leaves the page as it is while its chunk cannot be fetched, and requests it until it can', async () => {
    load.mockRejectedValue(failed);
    await drawPage();
    for (let second = 0; second < 60; second++) await pass(1_000);
    screen.getByRole('button', { name: 'Switch' });
    expect(screen.queryByText('slow')).toBeNull();
    expect(load.mock.calls.length).toBeGreaterThan(2);
    load.mockResolvedValue(Sign);
    for (let second = 0; second < 60; second++) await pass(1_000);
    screen.getByText('slow');
  });

  it('requests nothing once it is no longer shown', async () => {
    load.mockRejectedValue(failed);
    await drawPage();
    await press('Switch');
    const requests = load.mock.calls.length;
    await pass(120_000);
    expect(load).toHaveBeenCalledTimes(requests);
  });

  it('appears at once when it was fetched before', async () => {
    load.mockResolvedValue(Sign);
    await drawPage('Loading');
    await press('Switch');
    await press('Switch');
    screen.getByText('slow');
    expect(load).toHaveBeenCalledTimes(1);
  });
});

class Boundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: null };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override render = () => (this.state.error === failed ? <p>Load the page again</p> : this.props.children);
}

describe('a whole page in a separate chunk', () => {
  const drawScreen = async (isOnline: boolean) => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    load.mockReset().mockRejectedValue(failed);
    const Screen = lazyScreen(load, 'Loading');
    await draw(
      <Boundary>
        <Screen text="lost" />
      </Boundary>,
    );
    await pass();
  };
  afterEach(() => void jest.restoreAllMocks());

  it('leaves a missing file to the error boundary, which loads the page of the next release', async () => {
    // React logs what was thrown.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await drawScreen(true);
    screen.getByText('Load the page again');
  });

  it('requests its chunk until the network is back', async () => {
    await drawScreen(false);
    screen.getByText('Loading');
    load.mockResolvedValue(Sign);
    for (let second = 0; second < 60; second++) await pass(1_000);
    screen.getByText('lost');
  });
});
