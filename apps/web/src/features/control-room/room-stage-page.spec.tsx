import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { SHOW, uuidOf } from '../../testing/shows.js';
import { draw, pass, press } from '../../testing/user-actions.js';
import { RoomStagePage } from './room-stage-page.js';

const KEY = 'k'.repeat(32);

beforeEach(() => signInAs({ id: 'ines', name: 'Ines' }));

async function open() {
  const path = '/events/:showId/rooms/:roomId/games/:gameId/stage';
  await draw(<RoomStagePage />, { at: `/events/${SHOW}/rooms/${uuidOf(7)}/games/game-7/stage`, path });
  await pass();
}

describe('the page that leads staff to the stage of a room', () => {
  it('opens the stage with the key of the game in the fragment', async () => {
    gateway.answer('roomStageKey', { stageKey: KEY as never });
    await open();
    expect(gateway.inputsOf('roomStageKey').map(({ params }) => params)).toEqual([
      { showId: SHOW, roomId: uuidOf(7), gameId: 'game-7' },
    ]);
    expect(location.pathname).toBe('/stage/game-7');
    expect(location.hash).toMatch(new RegExp(`=${KEY}$`));
  });

  it('says why it cannot, and tries again', async () => {
    gateway.refuse('roomStageKey', 'event-not-found');
    await open();
    screen.getByText('The stage could not be opened.');
    gateway.answer('roomStageKey', { stageKey: KEY as never });
    await press('Try again');
    await pass();
    expect(location.pathname).toBe('/stage/game-7');
  });
});
