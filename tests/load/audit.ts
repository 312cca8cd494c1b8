import { withClient } from '@earworm/service-kit/postgres';
import type { Acknowledged, Delivered } from './tally.js';

export interface Audit {
  /** Acknowledged commands that are not in the log. */
  readonly lost: number;
  /** Commands whose buzz is in the log more than once. */
  readonly doubled: number;
  /** Games whose versions do not run from 1 without a gap. */
  readonly broken: number;
  /** Measured commands that appended a buzz; the others changed nothing. */
  readonly accepted: number;
}

interface Row {
  readonly game_id: string;
  readonly version: number;
  readonly command_id: string | null;
  readonly type: string;
  readonly player_id: string | null;
}

/** Reads the log of the given games and holds it against what was acknowledged. Versions must have been read in order. */
export function auditRows(rows: readonly Row[], acknowledged: readonly Acknowledged[]): Audit {
  const heads = new Map<string, number>();
  const buzzesOf = new Map<string, number>();
  const at = new Map<string, Row>();
  const broken = new Set<string>();
  for (const row of rows) {
    if (row.version !== (heads.get(row.game_id) ?? 0) + 1) broken.add(row.game_id);
    heads.set(row.game_id, row.version);
    at.set(`${row.game_id} ${row.version}`, row);
    if (row.type !== 'playerBuzzed' && row.type !== 'buzzArrived') continue;
    const command = `${row.game_id} ${row.command_id}`;
    buzzesOf.set(command, (buzzesOf.get(command) ?? 0) + 1);
  }
  let lost = 0;
  let accepted = 0;
  for (const { gameId, commandId, version, playerId, measured } of acknowledged) {
    const row = at.get(`${gameId} ${version}`);
    const appended = buzzesOf.has(`${gameId} ${commandId}`) && row?.player_id === playerId;
    if (appended && measured) accepted++;
    if (!appended) lost++;
  }
  const doubled = [...buzzesOf.values()].filter((times) => times > 1).length;
  return { lost, doubled, broken: broken.size, accepted };
}

/** Reads the log of the given games by a superuser's URL. */
export function auditLog(databaseUrl: string, gameIds: readonly string[], acknowledged: readonly Acknowledged[]) {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<Row>(
      `select game_id, version, command_id, event ->> 'type' as type, event ->> 'playerId' as player_id
       from game.event where game_id = any($1) order by game_id, version`,
      [gameIds],
    );
    return auditRows(rows, acknowledged);
  });
}

/**
 * Where the log cannot be read: holds what all sockets were shown against what was acknowledged. Every buzz was given
 * by a player who could buzz, so each must have been shown exactly once.
 */
export function auditDelivered(delivered: readonly Delivered[], acknowledged: readonly Acknowledged[]): Audit {
  const times = new Map<string, number>();
  for (const { gameId, version, playerId } of delivered) {
    const buzz = `${gameId} ${version} ${playerId}`;
    times.set(buzz, (times.get(buzz) ?? 0) + 1);
  }
  const found = acknowledged.filter((each) => times.has(`${each.gameId} ${each.version} ${each.playerId}`));
  const versions = new Set(acknowledged.map((each) => `${each.gameId} ${each.version}`));
  return {
    lost: acknowledged.length - found.length,
    // Two buzzes acknowledged at one version, or one buzz shown at two.
    doubled: acknowledged.length - versions.size + [...times.values()].filter((each) => each > 1).length,
    broken: 0,
    accepted: found.filter((each) => each.measured).length,
  };
}
