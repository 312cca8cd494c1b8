import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ClientState, GameClient } from '@earworm/client';
import { createClientRegistry } from './client-registry.js';

function scripted() {
  const made: {
    gameId: string;
    as: string;
    token: string | undefined;
    closed: boolean;
    nudges: number;
    renewals: number;
    connection: ClientState['connection'];
  }[] = [];
  const registry = createClientRegistry((gameId, as, entered) => {
    const one = {
      gameId,
      as: as as string,
      token: entered?.token,
      closed: false,
      nudges: 0,
      renewals: 0,
      connection: 'online' as ClientState['connection'],
    };
    made.push(one);
    const client: GameClient = {
      get state() {
        return {
          connection: one.connection,
          closedBy: null,
          refusedBy: null,
          role: as,
          logId: null,
          version: 0,
          view: null,
          seat: null,
          presence: null,
          pending: [],
          roundTripMs: null,
          roundTripsMs: [],
          clockOffsetMs: 0,
          isOutdated: false,
          counters: { gaps: 0, resumes: 0, snapshots: 0 },
        };
      },
      subscribe: () => () => undefined,
      onEvents: () => () => undefined,
      send: () => Promise.resolve({ type: 'answer', id: 'x', ok: true, version: 1 }),
      nudge: () => void one.nudges++,
      renewToken: () => void one.renewals++,
      close: () => void (one.closed = true),
    };
    return client;
  });
  return { made, registry };
}

describe('connections of a browser', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('shares one connection between the screens of one game and role', () => {
    const { made, registry } = scripted();
    expect(registry.get('g1', 'player', 'eve')).toBe(registry.get('g1', 'player', 'eve'));
    registry.get('g1', 'moderator', 'eve');
    registry.get('g2', 'player', 'eve');
    expect(made.map((one) => `${one.gameId} ${one.as}`)).toEqual(['g1 player', 'g1 moderator', 'g2 player']);
  });

  it('hands the connection over from one screen to the next, and closes it when no screen is left', () => {
    const { made, registry } = scripted();
    const leaveSetup = registry.hold('g1', 'moderator', 'eve');
    leaveSetup();
    jest.advanceTimersByTime(1_000);
    const leaveDesk = registry.hold('g1', 'moderator', 'eve');
    jest.advanceTimersByTime(60_000);
    expect(made).toHaveLength(1);
    expect(made[0]?.closed).toBe(false);
    leaveDesk();
    jest.advanceTimersByTime(60_000);
    expect(made[0]?.closed).toBe(true);
  });

  it('closes a connection whose screen never mounted', () => {
    const { made, registry } = scripted();
    registry.get('g1', 'player', 'eve');
    jest.advanceTimersByTime(60_000);
    expect(made[0]?.closed).toBe(true);
  });

  it('reconnects when a screen is opened after the server closed for good', () => {
    const { made, registry } = scripted();
    registry.hold('g1', 'player', 'eve')();
    made[0]!.connection = 'closed';
    registry.hold('g1', 'player', 'eve');
    expect(made).toHaveLength(2);
    jest.advanceTimersByTime(60_000);
    expect(made[1]?.closed).toBe(false);
  });

  it('continues with the socket of a player who has entered, for the first screen of the game', () => {
    const { made, registry } = scripted();
    registry.hold('g1', 'player', 'eve')();
    const socket = { onopen: null, onmessage: null, onclose: null, onerror: null, send: () => {}, close: () => {} };
    registry.adopt('g1', 'eve', { socket, token: 'of.eve', texts: [], isClosed: false });
    expect(made.map(({ closed, token }) => [closed, token])).toEqual([
      [true, undefined],
      [false, 'of.eve'],
    ]);
    // The screen is loaded over a slow network.
    jest.advanceTimersByTime(20_000);
    const leave = registry.hold('g1', 'player', 'eve');
    jest.advanceTimersByTime(60_000);
    expect([made.length, made[1]?.closed]).toEqual([2, false]);
    leave();
    jest.advanceTimersByTime(60_000);
    expect(made[1]?.closed).toBe(true);
  });

  it('closes the socket of a player who has entered when no screen is opened', () => {
    const { made, registry } = scripted();
    const socket = { onopen: null, onmessage: null, onclose: null, onerror: null, send: () => {}, close: () => {} };
    registry.adopt('g1', 'eve', { socket, token: 'of.eve', texts: [], isClosed: false });
    jest.advanceTimersByTime(60_000);
    expect(made[0]?.closed).toBe(true);
  });

  it('makes every connection retry at once when the page becomes visible', () => {
    const { made, registry } = scripted();
    registry.get('g1', 'player', 'eve');
    registry.get('g2', 'player', 'eve');
    registry.nudgeAll();
    expect(made.map((one) => one.nudges)).toEqual([1, 1]);
  });

  it('opens another connection for another user, who has another seat and other rights', () => {
    const { made, registry } = scripted();
    const leave = registry.hold('g1', 'player', 'eve');
    const other = registry.get('g1', 'player', 'dora');
    registry.hold('g1', 'player', 'dora');
    leave();
    jest.advanceTimersByTime(60_000);
    expect(made.map((one) => one.closed)).toEqual([true, false]);
    expect(registry.get('g1', 'player', 'dora')).toBe(other);
  });

  it('passes new tokens of the user to every connection', () => {
    const { made, registry } = scripted();
    registry.get('g1', 'player', 'eve');
    registry.get('g2', 'moderator', 'eve');
    registry.renewTokens();
    expect(made.map((one) => one.renewals)).toEqual([1, 1]);
  });
});
