import { describe, expect, it } from '@jest/globals';
import { auditRows, auditDelivered } from './audit.js';
import { readOptions } from './options.js';
import { percentile } from './percentiles.js';

const row = (version: number, command_id: string | null = null, player_id: string | null = null) => ({
  ...{ game_id: 'g1', version, command_id, player_id },
  type: player_id === null ? 'questionSelected' : 'playerBuzzed',
});
const ack = (commandId: string, version: number, playerId: string) => ({
  ...{ gameId: 'g1', commandId, version, playerId },
  measured: true,
});

describe('audit of a load run against the log', () => {
  it('finds every acknowledged buzz once', () => {
    const rows = [row(1), row(2, 'c1', 'p1'), row(3, 'c2', 'p2')];
    expect(auditRows(rows, [ack('c1', 2, 'p1'), ack('c2', 3, 'p2')])).toEqual({
      lost: 0,
      doubled: 0,
      broken: 0,
      accepted: 2,
    });
  });

  it('reports an acknowledged buzz that is missing as lost', () => {
    expect(auditRows([row(1)], [ack('c1', 2, 'p1')])).toMatchObject({ lost: 1, accepted: 0 });
    expect(auditRows([row(1), row(2, 'c9', 'p9')], [ack('c1', 2, 'p1')])).toMatchObject({ lost: 1 });
  });

  it('reports a command with two buzzes as duplicated', () => {
    const rows = [row(1), row(2, 'c1', 'p1'), row(3, 'c1', 'p1')];
    expect(auditRows(rows, [ack('c1', 2, 'p1')])).toMatchObject({ doubled: 1 });
  });

  it('reports a gap in the versions', () => {
    expect(auditRows([row(1), row(3, 'c1', 'p1')], [])).toMatchObject({ broken: 1 });
  });

  it('works on the events that sockets received', () => {
    const delivered = [{ gameId: 'g1', version: 2, playerId: 'p1' }];
    expect(auditDelivered(delivered, [ack('c1', 2, 'p1')])).toMatchObject({ lost: 0, doubled: 0, accepted: 1 });
    expect(auditDelivered([], [ack('c1', 2, 'p1')])).toMatchObject({ lost: 1, accepted: 0 });
    expect(auditDelivered(delivered, [ack('c1', 2, 'p1'), ack('c2', 2, 'p1')])).toMatchObject({ doubled: 1 });
  });
});

describe('load generator', () => {
  it('computes percentiles by nearest rank', () => {
    expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
    expect(percentile([5, 1, 4, 2, 3], 0.99)).toBe(5);
    expect(percentile([], 0.5)).toBeNaN();
  });

  it('refuses invalid numbers', () => {
    expect(readOptions(['--games', '3', '--json'])).toMatchObject({ games: 3, players: 20, json: true, url: null });
    expect(() => readOptions(['--rate', 'many'])).toThrow('--rate');
    expect(() => readOptions(['--url', 'here'])).toThrow('--url');
    expect(() => readOptions(['--layout', 'elsewhere'])).toThrow('--layout');
    expect(() => readOptions(['--gateways', '0'])).toThrow('--gateways');
  });
});
