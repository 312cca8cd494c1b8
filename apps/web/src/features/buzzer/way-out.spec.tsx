import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import {
  buzzes,
  changesSettings,
  completes,
  creates,
  GAME_ID,
  joins,
  judges,
  leaves,
  selects,
  starts,
} from '@earworm/rules/testing';
import { words, seated, inRound } from '../../testing/buzzer-screen.js';
import { gateway } from '../../testing/fake-gateway.js';
import {
  advance,
  click,
  dialogOpens,
  given,
  happens,
  meanwhile,
  openBuzzer,
  sent,
  server,
  type,
} from '../../testing/game-screens.js';

describe('the way out of a game', () => {
  const leave = async () => {
    await click(screen.getByRole('button', { name: 'Leave game' }));
    await click(
      within(screen.getByRole('dialog', { name: 'Leave this game?' })).getByRole('button', { name: 'Leave' }),
    );
  };

  it('leads home once it was confirmed', async () => {
    await given(...seated);
    await openBuzzer('leo');
    await click(screen.getByRole('button', { name: 'Leave game' }));
    await click(screen.getByRole('button', { name: 'Cancel' }));
    expect(sent('leaveGame')).toEqual([]);
    await leave();
    expect(sent('leaveGame')).toHaveLength(1);
    expect(location.pathname).toBe('/');
  });

  it('leads home without a connection, without a message about it there', async () => {
    await given(...seated);
    await openBuzzer('leo');
    await meanwhile((of) => of.cut());
    await leave();
    expect(screen.getByRole('alert').textContent).toContain('You are not connected');
    await click(screen.getByRole('link', { name: 'Back to Home' }));
    expect(location.pathname).toBe('/');
    await advance(61_000);
    expect(screen.queryByText('Failed to leave game')).toBeNull();
  });

  it('leads home when the connection is back before the player has gone', async () => {
    await given(...seated);
    await openBuzzer('leo');
    await meanwhile((of) => of.cut());
    await leave();
    server.mend();
    await advance(8_000);
    expect(sent('leaveGame')).toHaveLength(1);
    expect(location.pathname).toBe('/');
  });

  it('keeps the player in the game and reports the failure when leaving failed', async () => {
    await given(...seated);
    await openBuzzer('leo');
    server.refuseNext('leaveGame', 'internal');
    await leave();
    expect(screen.getByText('Failed to leave game')).toBeTruthy();
    expect(words()[0]).toBe('Ready');
  });
});

describe('the feedback form on a phone', () => {
  const form = () => within(screen.getByRole('dialog', { name: 'Send Feedback' }));
  const openForm = async () => {
    await click(screen.getByRole('button', { name: 'Send Feedback' }));
    await dialogOpens('Send Feedback');
  };

  it('sends the running game and its code, and buzzes with no key that is typed in the form', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    await openForm();
    await type(form().getByLabelText(/^Title/), 'Buzz buzz');
    await type(form().getByLabelText(/^Description/), 'Very loud');
    expect(sent('buzz')).toEqual([]);
    gateway.answer('submitFeedback', { feedbackId: '00000000-0000-4000-8000-000000000001' });
    await click(form().getByRole('button', { name: 'Send Feedback' }));
    expect(gateway.inputsOf('submitFeedback')[0]?.body.context).toMatchObject({
      ...{ gameId: GAME_ID, gameCode: 'ABC234', page: `/game/${GAME_ID}` },
    });
  });

  it('keeps what was typed when the game ends below it, and sends it from the ended game', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    await openForm();
    await type(form().getByLabelText(/^Title/), 'Half typed');
    await happens(completes());
    expect(form().getByLabelText(/^Title/)).toHaveProperty('value', 'Half typed');
    await click(form().getByRole('button', { name: 'Close' }));
    await openForm();
    await type(form().getByLabelText(/^Description/), 'Whole now');
    gateway.answer('submitFeedback', { feedbackId: '00000000-0000-4000-8000-000000000001' });
    await click(form().getByRole('button', { name: 'Send Feedback' }));
    expect(gateway.inputsOf('submitFeedback')[0]?.body).toMatchObject({
      title: 'Half typed',
      context: { gameId: GAME_ID },
    });
  });
});

describe('the end of a game on a phone', () => {
  const podium = () =>
    within(screen.getByRole('list', { name: 'Podium' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  it('shows the winner that they have won, and the podium', async () => {
    await given(...inRound, buzzes('leo', 'q100'), judges('leo', true, 'q100'));
    await openBuzzer('leo');
    await happens(completes());
    expect(screen.getByRole('heading').textContent).toBe('You won!');
    expect(screen.queryByText(/Leo wins/)).toBeNull();
    expect(podium()).toEqual(['Ann02', 'Leo1001']);
    expect(screen.queryByTestId('buzzer')).toBeNull();
  });

  it('shows the end of the evidence where the order of buzzes is corrected', async () => {
    const corrected = changesSettings({ buzzOrder: { mode: 'corrected', holdMs: 80, creditMs: 150 } });
    await given(creates(), joins('leo'), corrected, starts());
    await openBuzzer('leo');
    await happens(completes());
    screen.getByText(/^Fingerprint( [0-9a-f]{4}){4}$/);
  });

  describe('a phone while the stage shows one place after the other', () => {
    const { matchMedia } = window;
    beforeEach(() => {
      window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: false });
      // jsdom draws nothing, and confetti falls.
      const nothing = new Proxy({}, { get: () => () => undefined, set: () => true }) as never;
      jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(nothing);
    });
    afterEach(() => {
      window.matchMedia = matchMedia;
      jest.restoreAllMocks();
    });
    const heading = () => screen.getByRole('heading').textContent;
    const end = async () => {
      await given(...inRound, buzzes('leo', 'q100'), judges('leo', true, 'q100'));
      await openBuzzer('leo');
      await happens(completes());
    };

    it('keeps the result to itself until the first place is shown there', async () => {
      await end();
      const others = screen.queryByRole('list', { name: 'Podium' });
      expect([heading(), others, screen.queryByText(/wins|1st/)]).toEqual(['Game over', null, null]);
      screen.getByText('And the winner is …');
      await advance(3_300);
      expect(heading()).toBe('Game over');
      await advance(100);
      expect(heading()).toBe('You won!');
      expect(podium()).toEqual(['Ann02', 'Leo1001']);
    });

    it('shows the result at once after a tap', async () => {
      await end();
      await click(screen.getByText('And the winner is …'));
      expect(heading()).toBe('You won!');
    });

    it('shows the result at once when the page is opened later', async () => {
      await end();
      cleanup();
      await advance(10_000);
      await openBuzzer('leo');
      expect(heading()).toBe('You won!');
    });
  });

  it('shows all other players their place, and those after the third in a list', async () => {
    const more = ['eve', 'kim', 'zoe'].map((who) => joins(who, who));
    await given(...seated, ...more, starts(), selects('q100'), buzzes('ann', 'q100'), judges('ann', false, 'q100'));
    await openBuzzer('ann');
    await happens(completes());
    expect(screen.getByRole('heading').textContent).toBe('5th');
    expect(screen.getByText('Game over · Nobody won any points')).toBeTruthy();
    expect(screen.getByText(/Your place: 5 of 5/)).toBeTruthy();
    const others = within(screen.getByRole('list', { name: 'Scores' })).getAllByRole('listitem');
    expect(others.map(({ textContent }) => textContent)).toEqual(['1zoe0', '5Ann−50']);
  });

  it('shows all on the first place that they have won, on equal steps', async () => {
    const answers = (who: string, question: string, correct: boolean) => [
      buzzes(who, question),
      judges(who, correct, question),
    ];
    const second = [selects('q200'), ...answers('ann', 'q200', false), ...answers('ann', 'q200', true)];
    await given(...inRound, ...answers('leo', 'q100', true), ...second);
    await openBuzzer('ann');
    await happens(completes());
    expect(screen.getByRole('heading').textContent).toBe('You won!');
    expect(screen.getByText('Game over · Ann and Leo share first place')).toBeTruthy();
    expect(podium()).toEqual(['Leo1001', 'Ann1001']);
  });

  it('names the awards of its own player, and none of others', async () => {
    const right = (who: string, id: string) => [buzzes(who, id), judges(who, true, id)];
    await given(...inRound, ...right('leo', 'q100'), selects('q200'), ...right('leo', 'q200'));
    await happens(selects('q75'), ...right('leo', 'q75'), completes());
    await openBuzzer('leo', 'de');
    const awards = screen.getByRole('list', { name: 'Auszeichnungen' });
    const lines = within(awards).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual(['Schnellster Buzzer: du', 'Längste Serie: du']);
    cleanup();
    await openBuzzer('ann');
    expect(screen.queryByRole('list', { name: 'Awards' })).toBeNull();
  });

  it('keeps the place of a player who left before', async () => {
    await given(...inRound, buzzes('ann', 'q100'), judges('ann', true, 'q100'), leaves('leo'), completes());
    await openBuzzer('leo');
    expect(screen.getByRole('heading').textContent).toBe('2nd');
  });
});
