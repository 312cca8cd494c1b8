import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { creates, notesArrival, OTHER_GAME, releasesSeat, reservesSeat, sendsPlayers } from '@earworm/rules/testing';
import { completes, isPlaced, joins, rejoins, starts, type Step } from '@earworm/rules/testing';
import { playerMark } from '../../platform/storage/game-marks.js';
import { GameServer } from '../../testing/game-server.js';
import { advance, click, given, happens, meanwhile, openBuzzer, sent, server } from '../../testing/game-screens.js';
// Imported so that a page does not wait for its own chunk.
import '../../shared/game/next-round.js';

let next: GameServer;
const inNext = (...steps: readonly Step[]) => steps.forEach((step) => next.play(step));
/** Ann and Leo have played a game, and Ann has a seat in the lobby of the next one. */
const played = [isPlaced(), joins('ann', 'Ann'), joins('leo', 'Leo'), starts(), completes()];

beforeEach(() => {
  next = new GameServer();
  inNext(creates(), isPlaced('Final', undefined, 'ROOM44'), reservesSeat('ann', 'Ann'));
  server.others.set(OTHER_GAME, next);
});
const isThere = () => location.pathname === `/game/${OTHER_GAME}`;
const FAILED = 'Your seat in the next room could not be taken. You stay here until it works.';

describe('a player who is sent to the next round', () => {
  it('follows without a code or a name, and takes the reserved seat', async () => {
    await given(...played);
    await openBuzzer('ann');
    await happens(sendsPlayers(['ann']));
    expect(isThere()).toBe(true);
    expect(next.commands).toEqual([{ type: 'rejoinGame' }]);
    expect(screen.getByRole('banner').textContent).toContain('Ann');
    expect(screen.queryByLabelText('Your name')).toBeNull();
    expect(playerMark(OTHER_GAME)).toMatchObject({ name: 'Ann', playerId: 'ann', gameCode: 'ROOM44' });
    expect(sent('leaveGame')).toEqual([]);
  });

  it('follows from a game that is still played', async () => {
    await given(...played.slice(0, -1));
    await openBuzzer('ann');
    await happens(sendsPlayers(['ann']));
    expect(isThere()).toBe(true);
  });

  it('follows once the phone is back that was offline meanwhile', async () => {
    await given(...played);
    await openBuzzer('ann');
    await meanwhile((of) => of.cut());
    await happens(sendsPlayers(['ann']));
    expect(isThere()).toBe(false);
    await meanwhile((of) => of.mend());
    await advance(60_000);
    expect(isThere()).toBe(true);
  });

  it('follows when the page is opened again', async () => {
    await given(...played, sendsPlayers(['ann']));
    await openBuzzer('ann');
    expect(isThere()).toBe(true);
  });

  it('tries again from the former game, with the reason, when the seat cannot be taken', async () => {
    await given(...played);
    next.refuseNext('rejoinGame', 'name-taken');
    await openBuzzer('ann');
    await happens(sendsPlayers(['ann']));
    screen.getByText(FAILED);
    screen.getByText('Code of the room: ROOM44');
    expect(isThere()).toBe(false);
    screen.getByTestId('game-over');
    await click(screen.getByRole('button', { name: 'Try again' }));
    expect(isThere()).toBe(true);
  });

  it('remains where the seat was given away meanwhile, and sees nothing of it once that is known here', async () => {
    await given(...played);
    inNext(releasesSeat('ann'));
    await openBuzzer('ann');
    await happens(sendsPlayers(['ann']));
    screen.getByText(FAILED);
    expect(screen.queryByText('Join the game first.')).toBeNull();
    await happens(sendsPlayers(['ann'], null));
    expect(screen.queryByText(FAILED)).toBeNull();
    expect(next.commands).toEqual([]);
  });

  it('sends no further command when another device has come already', async () => {
    await given(...played);
    inNext(rejoins('ann'));
    await openBuzzer('ann');
    await happens(sendsPlayers(['ann']));
    expect([isThere(), next.commands]).toEqual([true, []]);
  });

  it('sees the results of the former game, and a way on, after having gone on', async () => {
    await given(...played, sendsPlayers(['ann']), notesArrival('ann'));
    await openBuzzer('ann');
    expect(isThere()).toBe(false);
    const link = screen.getByRole('link', { name: 'Join the next game' });
    expect(link.getAttribute('href')).toBe(`/game/${OTHER_GAME}`);
  });

  it('speaks German', async () => {
    await given(...played);
    next.refuseNext('rejoinGame', 'name-taken');
    await openBuzzer('ann', 'de');
    await happens(sendsPlayers(['ann']));
    await click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
    expect(isThere()).toBe(true);
  });
});

describe('other players of a game from which some go on', () => {
  it('see a word of thanks once the game is over, and stay', async () => {
    await given(...played);
    await openBuzzer('leo');
    expect(screen.queryByText('Thanks for playing!')).toBeNull();
    await happens(sendsPlayers(['ann']));
    screen.getByText('Thanks for playing!');
    expect(isThere()).toBe(false);
    expect(screen.queryByRole('link', { name: 'Join the next game' })).toBeNull();
  });
});

describe('a reserved seat', () => {
  it('belongs to its player, who opens the game without a name', async () => {
    await given(isPlaced(), reservesSeat('ann', 'Ann'));
    await openBuzzer('ann');
    expect(sent('rejoinGame')).toHaveLength(1);
    expect(screen.getByRole('banner').textContent).toContain('Ann');
  });
});
