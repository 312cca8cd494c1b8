import { decide, evolve, GameId, type GameState, NO_GAME, UserId } from '@earworm/rules';
import { contextOf, creates } from '@earworm/rules/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { decideCommand } from './decide-command.js';
import type { Envelope } from './mailbox.js';

const GAME = GameId.parse('game-1');
const OTHER_GAME = GameId.parse('game-2');

describe('the seat of a browser that stores nothing', () => {
  let state: GameState;
  beforeEach(() => {
    state = NO_GAME;
    const step = creates();
    const decision = decide(state, step.command, contextOf(step, 1));
    if (!decision.ok) throw new Error(decision.rejection.code);
    for (const event of decision.events) state = evolve(state, event);
  });

  const join = (userId: string, name: string, more: { device?: string; seatSecret?: string }, gameId = GAME) => {
    const { device, ...secret } = more;
    const decision = decideCommand(
      gameId,
      { version: 1, state },
      {
        command: { type: 'joinGame', name, ...secret },
        issuer: { userId: UserId.parse(userId), isAdmin: false },
        receivedAt: 1,
        commandId: `of-${userId}`,
        ...(device === undefined ? {} : { device }),
      } as Envelope,
      1,
    );
    if (!decision.ok) return decision.rejection.code;
    for (const event of decision.events) state = evolve(state, event);
    return decision.events.map(({ type }) => type);
  };

  it('returns to the same device under the same name', () => {
    join('eve', 'Eve', { device: 'phone-of-eve' });
    expect(join('eve-after-a-reload', ' EVE', { device: 'phone-of-eve' })).toEqual(['seatMoved', 'playerRenamed']);
  });

  it('rejects another device, and one without a cookie', () => {
    join('eve', 'Eve', { device: 'phone-of-eve' });
    expect(join('mallory', 'Eve', { device: 'phone-of-mallory' })).toBe('name-taken');
    expect(join('mallory', 'Eve', {})).toBe('name-taken');
  });

  it('rejects a device that sends any text as its secret', () => {
    join('eve', 'Eve', { device: 'phone-of-eve' });
    for (const seatSecret of ['phone-of-eve-padded', JSON.stringify([GAME, 'phone-of-eve', 'eve'])])
      expect(join('mallory', 'Eve', { device: 'phone-of-mallory', seatSecret })).toBe('name-taken');
  });

  it('differs from that of another person who uses the browser', () => {
    join('eve', 'Eve', { device: 'phone-of-both' });
    expect(join('dora', 'Dora', { device: 'phone-of-both' })).toEqual(['playerJoined']);
  });

  it('rejects a device without a secret when the seat was taken with one', () => {
    join('eve', 'Eve', { device: 'phone-of-eve', seatSecret: 'a secret that eve keeps' });
    expect(join('eve-elsewhere', 'Eve', { device: 'phone-of-eve' })).toBe('name-taken');
  });

  it('gets another hash in every game', () => {
    const hashIn = (gameId: GameId) => {
      const before = state;
      join('eve', 'Eve', { device: 'phone-of-eve' }, gameId);
      const hash = 'players' in state ? state.players[0]?.seatHash : null;
      state = before;
      return hash;
    };
    expect(hashIn(GAME)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashIn(OTHER_GAME)).not.toBe(hashIn(GAME));
  });
});
