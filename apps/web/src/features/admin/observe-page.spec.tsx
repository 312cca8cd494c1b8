import { describe, expect, it } from '@jest/globals';
import type { ServerFrame } from '@earworm/contracts';
import { screen } from '@testing-library/react';
import { aView } from '../../testing/views.js';
import { gateway } from '../../testing/fake-gateway.js';
import { FakeSocket } from '../../testing/fake-socket.js';
import { dialog, draw, NOW, pass, press } from '../../testing/user-actions.js';
import { ObservePage } from './operations/observe-page.js';
import { RESULT } from './testing/admin-page.js';

describe('the page of one observed game', () => {
  const observe = async (gameId = 'g1') => {
    await draw(<ObservePage />, { at: `/admin/operations/${gameId}`, path: '/admin/operations/:gameId' });
    await pass();
  };
  const snapshot = (state: ReturnType<typeof aView>): ServerFrame => ({
    ...{ type: 'snapshot', logId: 'log', version: 1, role: 'observer', now: NOW, seat: null, userId: 'ann' },
    state,
  });
  const section = (name: string) => screen.getByRole('region', { name }).textContent;

  it('shows that it is loading, then the game read-only: lead, scores and board', async () => {
    await observe();
    screen.getByRole('status', { name: 'Loading game' });
    await FakeSocket.last.accept();
    await FakeSocket.last.deliver(snapshot(aView({ moderatorLeft: true })), {
      ...{ type: 'presence', online: 4, moderator: false },
    });
    screen.getByRole('heading', { name: 'Game K7WQ4M' });
    screen.getByText('Playing · Moderator: Ruth (moderator disconnected) · 3 players · 3 online');
    screen.getByText('You are only watching. You cannot change the game here.');
    expect(section('Now playing')).toBe('Now playingRuth picks next');
    expect(section('Scores')).toBe('ScoresNo players yet');
    expect(section('Board')).toBe('Board80s anthems200 nobody was right300 not played400 not played');
    const buttons = screen.queryAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent);
    expect(buttons).toEqual(['Take over', 'Help', 'Results', 'Open the debug panels']);
  });

  it('shows which question the player who picks has proposed', async () => {
    await observe();
    await FakeSocket.last.accept();
    await FakeSocket.last.deliver(snapshot(aView({ proposedQuestionId: 'q2' })));
    expect(section('Board')).toBe('Board80s anthems200 nobody was right300 not played400 proposed');
  });

  it('shows that the connection is lost, and that the server closed it', async () => {
    await observe();
    await FakeSocket.last.accept();
    await FakeSocket.last.deliver(snapshot(aView()));
    await FakeSocket.last.cut();
    screen.getByText('Connection lost. The game may have changed since.');
    await pass(10_000);
    await FakeSocket.last.accept();
    await FakeSocket.last.deliver(snapshot(aView()));
    expect(screen.queryByText('Connection lost. The game may have changed since.')).toBeNull();
    await FakeSocket.last.deliver({ type: 'bye', code: 'forbidden', retryInMs: null });
    screen.getByText(/This page is only for admins, and your account no longer has the admin role\./);
    screen.getByRole('heading', { name: 'Game K7WQ4M' });
  });

  it('shows why a game cannot be shown that the server refuses to open', async () => {
    await observe();
    await FakeSocket.last.accept();
    await FakeSocket.last.deliver({ type: 'bye', code: 'forbidden', retryInMs: null });
    screen.getByText(/your account no longer has the admin role\./);
  });

  it('leads to the results so far', async () => {
    await observe();
    await FakeSocket.last.accept();
    await FakeSocket.last.deliver(snapshot(aView()));
    gateway.answer('gameResult', RESULT);
    await press('Results');
    await (await dialog('Results')).findByText('No players took part.');
    expect(gateway.inputsOf('gameResult')[0]?.params).toEqual({ gameId: 'g1' });
  });

  it.each([
    ['no!', 'Invalid game ID'],
    ['gone', 'This game cannot be shown.'],
  ])('says of the game %s: %s', async (gameId, sentence) => {
    await observe(gameId);
    if (gameId === 'gone') {
      await FakeSocket.last.accept();
      await FakeSocket.last.deliver({ type: 'bye', code: 'game-not-found', retryInMs: null });
    }
    screen.getByText(sentence);
    expect(screen.getByRole('link', { name: '← All games' }).getAttribute('href')).toBe('/admin/operations');
  });
});
