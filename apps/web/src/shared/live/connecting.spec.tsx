import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { completes, GAME_ID, joins, requestsSeat, selects, starts } from '@earworm/rules/testing';
import { keepModeratorMark } from '../../platform/storage/game-marks.js';
import { gateway } from '../../testing/fake-gateway.js';
import {
  advance,
  click,
  given,
  meanwhile,
  openBuzzer,
  openDesk,
  openSetup,
  openStage,
  sent,
  server,
  touch,
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

const SCREENS = [...PAGES, ['the setup', 'host', () => openSetup()]] as const;
const NEXT_STEP_ONCE_LOST = {
  player: /^Switch to mobile data or to another Wi-Fi\. If that does not help/,
  host: /^The game is saved\. Try another network/,
};
/** Until a page has noticed that its connection is gone and has tried to restore it for so long. */
const lose = async () => {
  await meanwhile(() => server.cut());
  await advance(LATE_MS);
};

/** Within one moment: by itself the page tries again as well. */
const mendAndRetry = async () => {
  const button = screen.getByRole('button', { name: 'Try again' });
  server.mend();
  await click(button);
  await advance(300);
};

describe('a page that loses its live connection later', () => {
  it.each(SCREENS)(
    '%s says after eight seconds what works and what a %s can do, and stays',
    async (name, role, open) => {
      await given(joins('ada', 'Ada'), ...(name === 'the setup' ? [] : [starts()]));
      await open();
      const before = document.querySelectorAll('button').length;
      await meanwhile(() => server.cut());
      await advance(LATE_MS - 1_000);
      expect(screen.queryByRole('heading', { name: 'Live connection lost' })).toBeNull();
      screen.getAllByText(/Reconnecting|Connection lost/);
      await advance(1_000);
      screen.getByRole('heading', { name: 'Live connection lost' });
      screen.getByText(/^Earworm answers, but the live connection of the game does not come back/);
      screen.getByText(NEXT_STEP_ONCE_LOST[role]);
      expect(document.querySelectorAll('button').length).toBeGreaterThanOrEqual(before);
    },
  );

  it.each(SCREENS)('%s says that the server does not answer over HTTP either', async (name, _, open) => {
    await given(joins('ada', 'Ada'), ...(name === 'the setup' ? [] : [starts()]));
    await open();
    gateway.disconnect('about');
    await lose();
    screen.getByRole('heading', { name: 'The server does not answer' });
  });

  it('connects at once when somebody tries again, and no longer says so', async () => {
    await given(joins('ada', 'Ada'), starts());
    await openBuzzer('ada');
    await lose();
    await advance(60_000);
    await mendAndRetry();
    expect(screen.queryByRole('heading', { name: 'Live connection lost' })).toBeNull();
  });

  it('keeps a buzz for the connection meanwhile', async () => {
    await given(joins('ada', 'Ada'), starts(), selects('q100'));
    await openBuzzer('ada');
    await lose();
    await touch(screen.getByTestId('buzzer'));
    expect(sent('buzz')).toEqual([]);
    await mendAndRetry();
    expect(sent('buzz')).toHaveLength(1);
  });

  it.each([
    ['types a name', 'new', []],
    ['waits for a seat', 'thief', [requestsSeat('thief', 'Ada')]],
    ['sees the final scores', 'ada', [completes()]],
  ] as const)('says so to a player who %s', async (_, who, story) => {
    await given(joins('ada', 'Ada'), starts(), ...story);
    await openBuzzer(who);
    await lose();
    screen.getByRole('heading', { name: 'Live connection lost' });
  });

  it('says so on the desk of a game that is over', async () => {
    await given(joins('ada', 'Ada'), starts(), completes());
    await openDesk();
    await lose();
    screen.getByText(NEXT_STEP_ONCE_LOST.host);
  });

  it('says so in German', async () => {
    await given(joins('ada', 'Ada'), starts());
    await openBuzzer('ada', 'de');
    await lose();
    screen.getByRole('heading', { name: 'Live-Verbindung verloren' });
  });
});

describe('a page that a busy server refuses', () => {
  const staysBusy = async () => {
    for (let passed = 0; passed < LATE_MS; passed += 500) {
      await meanwhile(() => server.refuseSockets('busy', 400));
      await advance(500);
    }
  };

  it.each(PAGES)('%s says that the server is busy, not that the network is slow', async (_, role, open) => {
    await given(joins('ada', 'Ada'), starts());
    server.refuseSockets('busy', 400);
    await open();
    await staysBusy();
    screen.getByRole('heading', { name: 'The server is busy' });
    screen.getByText(role === 'host' ? /see what else the computer/ : /tell the moderator/);
  });

  it('says so also when it was connected before', async () => {
    await given(joins('ada', 'Ada'), starts());
    await openBuzzer('ada');
    await meanwhile(() => server.sendBye('busy', 400));
    await staysBusy();
    screen.getByRole('heading', { name: 'The server is busy' });
    screen.getByTestId('buzzer');
  });

  it('says so when requests over HTTP are refused as well', async () => {
    await given(joins('ada', 'Ada'), starts());
    server.cut();
    gateway.refuse('about', 'busy');
    await openBuzzer('ada');
    await advance(LATE_MS);
    screen.getByRole('heading', { name: 'The server is busy' });
  });

  it('says so to a player whose name it does not take', async () => {
    await given(starts());
    await openBuzzer('new');
    for (let attempt = 0; attempt < 20; attempt++) server.refuseNext('joinGame', 'busy');
    await type(screen.getByLabelText('Your name'), 'Zoe');
    await click(screen.getByRole('button', { name: 'Join' }));
    await advance(LATE_MS);
    screen.getByRole('heading', { name: 'The server is busy' });
  });
});

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
    await mendAndRetry();
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
