import { describe, expect, it } from '@jest/globals';
import { ConnectionTracker } from './connection-tracker.js';
import { GamePresence } from './game-presence.js';
import { PRESENCE_TIMES } from '../testing/game-in-memory.js';

const SECOND = 1_000;
const EXPIRES = 12 * SECOND;
const AWAY = 60 * SECOND;
const DESK = 3 * SECOND;

describe('the absence of a moderator', () => {
  it('begins sixty seconds after the last gateway reported a disconnection', () => {
    const connection = new ConnectionTracker(EXPIRES, 0);
    connection.report('one', true, 10 * SECOND);
    connection.report('one', false, 20 * SECOND);
    expect(connection.isAbsentFor(AWAY, 79 * SECOND)).toBe(false);
    expect(connection.isAbsentFor(AWAY, 80 * SECOND)).toBe(true);
  });

  it('begins only when no gateway has a connection', () => {
    const connection = new ConnectionTracker(EXPIRES, 0);
    for (let at = 0; at <= 120; at += 5) {
      connection.report('one', at < 20, at * SECOND);
      connection.report('two', true, at * SECOND);
      expect(connection.isAbsentFor(AWAY, at * SECOND)).toBe(false);
    }
  });

  it('counts a gateway that stopped reporting as disconnected after twelve seconds', () => {
    const connection = new ConnectionTracker(EXPIRES, 0);
    connection.report('one', true, 0);
    expect(connection.isAbsentFor(AWAY, 71 * SECOND)).toBe(false);
    expect(connection.isAbsentFor(AWAY, 72 * SECOND)).toBe(true);
  });

  it('begins no earlier than a minute after a take-over or an outage of the bus', () => {
    const connection = new ConnectionTracker(EXPIRES, 100 * SECOND);
    expect(connection.isAbsentFor(AWAY, 159 * SECOND)).toBe(false);
    expect(connection.isAbsentFor(AWAY, 160 * SECOND)).toBe(true);
    connection.reset(160 * SECOND);
    expect(connection.isAbsentFor(AWAY, 219 * SECOND)).toBe(false);
  });

  it('begins in setup only once the moderator has been connected', () => {
    const presence = new GamePresence(PRESENCE_TIMES, 0);
    expect(presence.isModeratorAbsent(false, 3_600 * SECOND)).toBe(false);
    presence.moderator.report('one', false, 3_600 * SECOND);
    expect(presence.isModeratorAbsent(false, 7_200 * SECOND)).toBe(false);
    presence.moderator.report('one', true, 7_200 * SECOND);
    presence.moderator.report('one', false, 7_201 * SECOND);
    expect(presence.isModeratorAbsent(false, 7_261 * SECOND)).toBe(true);
  });
});

describe('the disconnection of the last desk of a game', () => {
  it('produces a report after three seconds, with the time at which it happened', () => {
    const connection = new ConnectionTracker(EXPIRES, 0);
    connection.report('one', true, 10 * SECOND);
    connection.report('one', false, 20 * SECOND);
    expect(connection.disconnectedFor(DESK, 22_999)).toBeNull();
    expect(connection.disconnectedFor(DESK, 23 * SECOND)).toBe(20 * SECOND);
  });

  it('produces no report when a desk reconnects to any gateway within three seconds', () => {
    const connection = new ConnectionTracker(EXPIRES, 0);
    connection.report('one', true, 10 * SECOND);
    connection.report('one', false, 20 * SECOND);
    connection.report('two', true, 22_999);
    expect(connection.disconnectedFor(DESK, 30 * SECOND)).toBeNull();
  });

  it('produces no report while a second desk is connected', () => {
    const connection = new ConnectionTracker(EXPIRES, 0);
    connection.report('one', true, 10 * SECOND);
    connection.report('two', true, 20 * SECOND);
    connection.report('one', false, 20 * SECOND);
    expect(connection.disconnectedFor(DESK, 30 * SECOND)).toBeNull();
    connection.report('two', false, 31 * SECOND);
    expect(connection.disconnectedFor(DESK, 34 * SECOND)).toBe(31 * SECOND);
  });

  it('starts twelve seconds after the gateway stopped reporting, as in a restart', () => {
    const connection = new ConnectionTracker(EXPIRES, 0);
    connection.report('one', true, 0);
    expect(connection.disconnectedFor(DESK, 14_999)).toBeNull();
    expect(connection.disconnectedFor(DESK, 15 * SECOND)).toBe(12 * SECOND);
  });

  it('produces no report before the first connection, nor right after an outage of the bus', () => {
    const connection = new ConnectionTracker(EXPIRES, 0);
    connection.report('one', false, SECOND);
    expect(connection.disconnectedFor(DESK, 3_600 * SECOND)).toBeNull();
    connection.report('one', true, 3_600 * SECOND);
    connection.reset(3_700 * SECOND);
    expect(connection.disconnectedFor(DESK, 3_711 * SECOND)).toBeNull();
    connection.report('one', false, 3_711 * SECOND);
    connection.reset(3_713 * SECOND);
    expect(connection.disconnectedFor(DESK, 3_715 * SECOND)).toBeNull();
  });

  it('produces no second report once it was acknowledged', () => {
    const connection = new ConnectionTracker(EXPIRES, 0);
    connection.report('one', true, 0);
    connection.report('one', false, SECOND);
    connection.acknowledgeDisconnection();
    expect(connection.disconnectedFor(DESK, 100 * SECOND)).toBeNull();
  });
});
