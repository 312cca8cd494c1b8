import { describe, expect, it } from '@jest/globals';
import { gameLog } from './game.js';

describe('a page of the game log', () => {
  const row = { gameId: 'g1', version: 3, event: { type: 'gameStarted', at: 1_700_000_000_000 } };
  const takes = (...rows: unknown[]) => gameLog.reply.safeParse({ rows, end: null, more: false }).success;

  it('takes rows with a game, a version and an event, also one of a newer release', () => {
    expect(takes(row, { ...row, version: 4, event: { type: 'notYetKnown', at: 1, more: 'than today' } })).toBe(true);
  });

  it.each([
    ['null as a row', null],
    ['a text as a row', 'row'],
    ['a row with no game', { ...row, gameId: undefined }],
    ['a row with a version that is no whole number', { ...row, version: 1.5 }],
    ['a row with no version', { ...row, version: undefined }],
    ['a row with no event', { ...row, event: undefined }],
    ['a row with an event without a type', { ...row, event: { at: 1 } }],
    ['a row with an event without a time', { ...row, event: { type: 'gameStarted' } }],
  ])('refuses %s', (_, broken) => {
    expect(takes(row, broken)).toBe(false);
  });
});
