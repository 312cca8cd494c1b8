import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { RoomRounds } from '@earworm/contracts';
import { GameCode, type GameId } from '@earworm/rules';
import {
  completes,
  crewJoins,
  GAME_ID,
  isPlaced,
  joins,
  playsAgain,
  reopens,
  ROOM,
  starts,
} from '@earworm/rules/testing';
import { messageOf } from '../../platform/i18n/t.js';
import { moderatorMark } from '../../platform/storage/game-marks.js';
import { button, chooseAction, dialog, openMenu } from '../../testing/desk-screen.js';
import { gateway } from '../../testing/fake-gateway.js';
import { click, given, happens, keys, openBuzzer, openDesk, sent } from '../../testing/game-screens.js';

const NEXT = 'game-2' as GameId;
const TITLES = ['Warm-up', 'Big night', 'Final'];
const playing = [isPlaced(), joins('ann', 'Ann'), starts()];
const over = [...playing, completes()];
const bar = () => within(screen.getByRole('banner'));
const offered = () => screen.queryByRole('button', { name: /^Start round/ });

const plan = (round: number, titles: readonly (string | null)[] = TITLES) => {
  const planned = titles.map((title) => ({ title }));
  const rounds: RoomRounds = { round, planned, gameId: GAME_ID, status: 'playing' };
  gateway.answer('readRounds', rounds);
};

beforeEach(() => {
  plan(1);
  gateway.answer('beginRound', { gameId: NEXT, gameCode: GameCode.parse('ROOM22') });
});

describe('the rounds of a room at its desk', () => {
  it('lead on with one tap when a game is over', async () => {
    await given(...over);
    await openDesk();
    screen.getByText('Round 1 of 3 · Next: Big night');
    await click(button('Start round 2'));
    expect(gateway.inputsOf('beginRound')).toMatchObject([{ params: ROOM, body: { round: 2, after: GAME_ID } }]);
    expect([location.pathname, moderatorMark(NEXT)?.gameCode]).toEqual([`/setup/${NEXT}`, 'ROOM22']);
  });

  it('appear in the bar, and end a game in play only after a question', async () => {
    await given(...playing);
    await openDesk();
    bar().getByText('Round 1 of 3');
    await chooseAction(/^Next round/);
    const asked = within(dialog('Start round 2 now?')!);
    asked.getByText(/^Next: Big night This game ends/);
    await click(asked.getByRole('button', { name: 'Cancel' }));
    expect(gateway.inputsOf('beginRound')).toEqual([]);
    await chooseAction(/^Next round/);
    await click(within(dialog('Start round 2 now?')!).getByRole('button', { name: 'Start round 2' }));
    expect(gateway.inputsOf('beginRound')).toHaveLength(1);
    expect([sent('completeGame'), location.pathname]).toEqual([[], `/setup/${NEXT}`]);
  });

  it('show where the room is when the game ends and when it is reopened', async () => {
    await given(...playing);
    await openDesk();
    plan(2);
    await happens(completes());
    screen.getByText('Round 2 of 3 · Next: Final');
    await happens(reopens());
    bar().getByText('Round 2 of 3');
    expect(gateway.inputsOf('readRounds')).toHaveLength(3);
  });

  it('offer no next one after the last, nor once another game follows', async () => {
    plan(3);
    await given(...over);
    await openDesk();
    expect(offered()).toBeNull();
    plan(1);
    await happens(playsAgain(NEXT));
    expect(offered()).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to the next game' }).getAttribute('href')).toBe(`/game/${NEXT}`);
  });

  it.each([
    ['a single one is planned', () => plan(1, ['Warm-up'])],
    ['they cannot be read', () => gateway.refuse('readRounds', 'event-not-found')],
  ])('remain unmentioned when %s', async (_, prepare) => {
    prepare();
    await given(...playing);
    await openDesk();
    expect(bar().queryByText(/^Round/)).toBeNull();
    await openMenu();
    expect(screen.queryByRole('menuitem', { name: /^Next round/ })).toBeNull();
    await keys('{Escape}');
    await happens(completes());
    expect([offered(), button('Play again with the same people').hasAttribute('disabled')]).toEqual([null, false]);
  });

  it.each([
    ['settings', 'offers', 1],
    ['judge', 'does not offer', 0],
  ] as const)(
    'end no game in play with the right %s alone, which %s them when the game is over',
    async (right, _, n) => {
      await given(...playing, crewJoins('cem', [right], 'Cem'));
      await openBuzzer('cem');
      await openMenu();
      const item = screen.getByRole('menuitem', { name: /^Next round/ });
      expect([item.hasAttribute('disabled'), item.getAttribute('title')]).toEqual([true, messageOf('right-missing')]);
      await keys('{Escape}');
      await happens(completes());
      expect(screen.queryAllByRole('button', { name: /^Start round/ })).toHaveLength(n);
    },
  );

  it('say that a template is gone, and why a round could not begin', async () => {
    plan(1, ['Warm-up', null]);
    gateway.refuse('beginRound', 'round-template-gone', { n: 2 });
    await given(...over);
    await openDesk();
    screen.getByText(/The template of the next round does not exist any more/);
    await click(button('Start round 2'));
    screen.getByText(messageOf('round-template-gone', { n: 2 }));
    expect(location.pathname).toBe(`/game/${GAME_ID}`);
    expect(button('Start round 2').hasAttribute('disabled')).toBe(false);
  });

  it('speak German', async () => {
    await given(...over);
    await openDesk('de');
    screen.getByText('Runde 1 von 3 · Als Nächstes: Big night');
    button('Runde 2 starten');
  });
});
