import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import {
  approves,
  callsBack,
  changesSettings,
  creates,
  GAME_ID,
  notesArrival,
  OTHER_GAME,
  releasesSeat,
  reservesSeat,
  sendsPlayers,
} from '@earworm/rules/testing';
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
const FAILED = 'Your seat in the next room could not be taken.';
const WAITS = 'Your seat in the next room could not be taken yet. Trying again by itself …';

describe('a player who is sent to the next round', () => {
  it('a player who is sent follows without a code or a name, and takes the reserved seat', async () => {
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

  it('a player who is sent follows from a game that is still played', async () => {
    await given(...played.slice(0, -1));
    await openBuzzer('ann');
    await happens(sendsPlayers(['ann']));
    expect(isThere()).toBe(true);
  });

  it('a player whose phone was offline follows once it is back', async () => {
    await given(...played);
    await openBuzzer('ann');
    await meanwhile((of) => of.cut());
    await happens(sendsPlayers(['ann']));
    expect(isThere()).toBe(false);
    await meanwhile((of) => of.mend());
    await advance(60_000);
    expect(isThere()).toBe(true);
  });

  it('a player who was sent follows when the page is opened again', async () => {
    await given(...played, sendsPlayers(['ann']));
    await openBuzzer('ann');
    expect(isThere()).toBe(true);
  });

  it('a player whose seat cannot be taken sees why in the former game, and can try again', async () => {
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

  it('a player whose seat is not taken in time is told so, and follows by itself once it works', async () => {
    await given(...played);
    next.hold();
    await openBuzzer('ann');
    await happens(sendsPlayers(['ann']));
    await advance(14_000);
    expect(screen.queryByText(WAITS)).toBeNull();
    await advance(1_500);
    screen.getByText(WAITS);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(isThere()).toBe(false);
    await meanwhile(() => next.release());
    await advance(10_000);
    expect(isThere()).toBe(true);
  });

  it('a player whose seat cannot be taken can open the next room, or put the message away', async () => {
    await given(...played);
    next.refuseNext('rejoinGame', 'name-taken');
    await openBuzzer('ann');
    await happens(sendsPlayers(['ann']));
    const link = screen.getByRole('link', { name: 'Open the next room' });
    expect(link.getAttribute('href')).toBe(`/game/${OTHER_GAME}`);
    await click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(FAILED)).toBeNull();
    await advance(60_000);
    expect([isThere(), next.commands.length]).toEqual([false, 1]);
  });

  it('a player whose name waits for a review in the next game does not keep the stand-in as their name', async () => {
    next = new GameServer();
    inNext(creates(), changesSettings({ nameReview: 'on' }), isPlaced('Final', undefined, 'ROOM44'));
    inNext(reservesSeat('ann', 'Ann'));
    server.others.set(OTHER_GAME, next);
    await given(...played);
    await openBuzzer('ann');
    await happens(sendsPlayers(['ann']));
    expect(isThere()).toBe(true);
    expect(screen.getByRole('banner').textContent).toContain('Player 1');
    expect(playerMark(OTHER_GAME)).toBeNull();
    inNext(approves(['ann', 'Ann']));
    await advance(1_000);
    expect(playerMark(OTHER_GAME)).toMatchObject({ name: 'Ann', gameCode: 'ROOM44' });
    expect(next.commands).toEqual([{ type: 'rejoinGame' }]);
  });

  it('a player whose seat was given away remains, and sees nothing of it once that is known here', async () => {
    await given(...played);
    inNext(releasesSeat('ann'));
    await openBuzzer('ann');
    await happens(sendsPlayers(['ann']));
    screen.getByText(FAILED);
    expect(screen.queryByText('Join the game first.')).toBeNull();
    await happens(callsBack(['ann']));
    expect(screen.queryByText(FAILED)).toBeNull();
    expect(next.commands).toEqual([]);
  });

  it('a player whose other device has taken the seat follows without a further command', async () => {
    await given(...played);
    inNext(rejoins('ann'));
    await openBuzzer('ann');
    await happens(sendsPlayers(['ann']));
    expect([isThere(), next.commands]).toEqual([true, []]);
  });

  it('a player who was in the next game sees the results of the former one, and a link to the next', async () => {
    await given(...played, sendsPlayers(['ann']), notesArrival('ann'));
    await openBuzzer('ann');
    expect(isThere()).toBe(false);
    const link = screen.getByRole('link', { name: 'Join the next game' });
    expect(link.getAttribute('href')).toBe(`/game/${OTHER_GAME}`);
  });

  it('a player whose seat cannot be taken can try again in German', async () => {
    await given(...played);
    next.refuseNext('rejoinGame', 'name-taken');
    await openBuzzer('ann', 'de');
    await happens(sendsPlayers(['ann']));
    await click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
    expect(isThere()).toBe(true);
  });
});

describe('other players of a game from which some are sent on', () => {
  it('players who are not sent on see a word of thanks once the game is over, and stay', async () => {
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
  it('a reserved seat is taken without a name by its player, who opens the game', async () => {
    await given(isPlaced(), reservesSeat('ann', 'Ann'));
    await openBuzzer('ann');
    expect(sent('rejoinGame')).toHaveLength(1);
    expect(screen.getByRole('banner').textContent).toContain('Ann');
  });

  it('a reserved seat whose name waits for a review keeps no stand-in as the name of its player', async () => {
    await given(changesSettings({ nameReview: 'on' }), isPlaced(), reservesSeat('ann', 'Ann'));
    await openBuzzer('ann');
    expect(sent('rejoinGame')).toHaveLength(1);
    expect(playerMark(GAME_ID)).toBeNull();
    await happens(approves(['ann', 'Ann']));
    expect(playerMark(GAME_ID)?.name).toBe('Ann');
    expect(sent('joinGame')).toEqual([]);
  });
});
