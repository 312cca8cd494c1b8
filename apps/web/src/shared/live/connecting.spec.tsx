import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { GAME_ID, joins, starts } from '@earworm/rules/testing';
import { keepModeratorMark } from '../../platform/storage/game-marks.js';
import { gateway } from '../../testing/fake-gateway.js';
import {
  advance,
  click,
  given,
  meanwhile,
  openBuzzer,
  openDesk,
  openStage,
  server,
  type,
} from '../../testing/game-screens.js';

const LATE_MS = 8_000;
const PAGES = [
  ['the buzzer', 'player', () => openBuzzer('ada')],
  [
    'the desk',
    'host',
    () => {
      keepModeratorMark(GAME_ID, { moderatorName: 'Mo' });
      return openDesk();
    },
  ],
  ['the stage', 'host', () => openStage()],
] as const;
const NEXT_STEP = {
  player: /^Switch to mobile data or to another Wi-Fi/,
  host: /WebSocket connections.* PUBLIC_URL/,
};

describe('a page without a live connection', () => {
  let onLine: jest.SpiedGetter<boolean>;
  beforeEach(() => void (onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)));
  afterEach(() => onLine.mockRestore());

  it.each(PAGES)('%s says after eight seconds that HTTP works and what a %s can do', async (_, role, open) => {
    await given(joins('ada', 'Ada'), starts());
    server.cut();
    await open();
    await advance(LATE_MS);
    screen.getByRole('heading', { name: 'No live connection' });
    screen.getByText(/^Earworm answers, but the live connection/);
    screen.getByText(NEXT_STEP[role]);
    screen.getByRole('link', { name: 'Back to Home' });
  });

  it.each(PAGES)('%s says that the server does not answer over HTTP either', async (_, _role, open) => {
    await given(joins('ada', 'Ada'), starts());
    server.cut();
    gateway.disconnect('about');
    await open();
    await advance(LATE_MS);
    screen.getByRole('heading', { name: 'The server does not answer' });
  });

  it('says that the device is offline', async () => {
    await given(joins('ada', 'Ada'), starts());
    server.cut();
    onLine.mockReturnValue(false);
    await openBuzzer('ada');
    await advance(LATE_MS);
    screen.getByRole('heading', { name: 'You are offline' });
  });

  it('connects at once when somebody tries again, and then shows the game', async () => {
    await given(joins('ada', 'Ada'), starts());
    server.cut();
    await openBuzzer('ada');
    await advance(LATE_MS + 60_000);
    await meanwhile(() => server.mend());
    await click(screen.getByRole('button', { name: 'Try again' }));
    await advance(300);
    expect(screen.queryByRole('heading', { name: 'No live connection' })).toBeNull();
    screen.getByRole('button', { name: /Wait/ });
  });

  it('offers the way home also while a name is being sent', async () => {
    await given(starts());
    await openBuzzer('new');
    server.hold();
    await type(screen.getByLabelText('Your name'), 'Zoe');
    await click(screen.getByRole('button', { name: 'Join' }));
    screen.getByText('Joining…');
    await meanwhile(() => server.cut());
    await advance(LATE_MS);
    screen.getByRole('heading', { name: 'No live connection' });
    screen.getByRole('link', { name: 'Back to Home' });
  });
});
