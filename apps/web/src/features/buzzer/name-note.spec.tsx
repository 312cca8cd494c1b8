import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { approves, changesSettings, GAME_ID, joins, starts } from '@earworm/rules/testing';
import { keepPlayerMark, playerMark } from '../../platform/storage/game-marks.js';
import { given, happens, openBuzzer } from '../../testing/game-screens.js';
import './name-note.js';

const NOTE = 'The moderator is checking your name. Until then others see “Player 1”.';

describe('the phone of a player whose name waits for a review', () => {
  it('says so until the name is approved', async () => {
    await given(changesSettings({ nameReview: 'on' }), joins('ann', 'Ann'), starts());
    await openBuzzer('ann');
    await screen.findByText(NOTE);
    await happens(approves(['ann', 'Ann']));
    expect(screen.queryByText(NOTE)).toBeNull();
    screen.getByText('Ann');
  });

  it('keeps the name that was typed, not the stand-in', async () => {
    keepPlayerMark(GAME_ID, { name: 'Ann' });
    await given(changesSettings({ nameReview: 'on' }), joins('ann', 'Ann'), starts());
    await openBuzzer('ann');
    await screen.findByText(NOTE);
    expect(playerMark(GAME_ID)?.name).toBe('Ann');
  });
});
