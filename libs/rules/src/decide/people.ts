import type { Command } from '../commands.js';
import { PLAYERS_MAX } from '../constants.js';
import type { UserId } from '../ids.js';
import { cleanName, nameKey, type NameKey, sameName } from '../names.js';
import { playerOf } from '../players.js';
import { type Game, type Player } from '../state.js';
import { accepted, NO_CHANGE, rejected, type Decision, type Turn } from './decision.js';

/** Joins, comes back, takes a new name, or brings a seat along from another sign-in of the same browser. */
export function join({ game, at, ctx }: Turn, command: Command & { type: 'joinGame' }): Decision {
  const me = ctx.actor.userId;
  if (me === game.moderatorId) return rejected('not-allowed');
  if (isBanned(game, ctx)) return rejected('banned');
  const cleaned = cleanName(command.name);
  if ('refused' in cleaned) return rejected(cleaned.refused);

  const own = playerOf(game, me);
  const seat = own ?? seatByHash(game, ctx.seatHash);
  if (game.joiningLocked && (seat === null || seat.removed !== null)) return rejected('joining-locked');
  // A name that the moderator chose stays, unless somebody else has it by now.
  const isKept = seat?.nameSet === true && !nameTaken(game, seat.name, seat.id);
  const name = isKept ? seat.name : cleaned.name;
  const device = ctx.deviceHash == null ? {} : { deviceHash: ctx.deviceHash };
  const keeps = seat !== null && seat.isActive && seat.name === name;
  if (!keeps && nameTaken(game, name, seat?.id ?? me)) return rejected('name-taken');
  if (seat === null) {
    if (game.players.length >= PLAYERS_MAX) return rejected('game-full');
    const { isAdmin } = ctx.actor;
    return accepted({ type: 'playerJoined', at, playerId: me, name, isAdmin, seatHash: ctx.seatHash, ...device });
  }
  return accepted(
    ...(seat === own ? [] : [{ type: 'seatMoved', at, from: seat.id, to: me } as const]),
    ...(seat.isActive ? [] : [{ type: 'playerRejoined', at, playerId: me, name, ...device } as const]),
    ...(seat.isActive && seat.name !== name ? [{ type: 'playerRenamed', at, playerId: me, name } as const] : []),
  );
}

/** Back under the name that the seat had; taken meanwhile, another one comes with `joinGame`. */
export function rejoin({ game, at, ctx }: Turn): Decision {
  if (ctx.actor.userId === game.moderatorId) return rejected('not-allowed');
  const player = playerOf(game, ctx.actor.userId);
  if (player?.removed === 'banned') return rejected('banned');
  // Whoever was removed comes back like somebody new.
  if (player === null || player.removed !== null) return rejected('not-a-player');
  if (player.isActive) return NO_CHANGE;
  if (nameTaken(game, player.name, player.id)) return rejected('name-taken');
  return accepted({ type: 'playerRejoined', at, playerId: player.id, name: player.name });
}

export function leave({ game, at, ctx }: Turn): Decision {
  const player = playerOf(game, ctx.actor.userId);
  if (player === null) return rejected('not-a-player');
  return player.isActive ? accepted({ type: 'playerLeft', at, playerId: player.id }) : NO_CHANGE;
}

// Worked out once per player: a room of thousands compares each name with each.
const keys = new WeakMap<Player, NameKey>();
function keyOf(player: Player): NameKey {
  const known = keys.get(player);
  if (known !== undefined) return known;
  const key = nameKey(player.name);
  keys.set(player, key);
  return key;
}

const isBanned = ({ bans }: Game, { actor, seatHash, deviceHash }: Turn['ctx']): boolean =>
  bans.users.includes(actor.userId) ||
  (seatHash !== null && bans.seats.includes(seatHash)) ||
  (deviceHash != null && bans.devices.includes(deviceHash));

const seatByHash = (game: Game, seatHash: string | null): Player | null =>
  seatHash === null ? null : (game.players.find((player) => player.seatHash === seatHash) ?? null);

/** Active players and the moderator never share a name, nor names that look the same. A player who left does not keep one. */
export function nameTaken(game: Game, name: string, except: UserId): boolean {
  const key = nameKey(name);
  if (sameName(nameKey(game.moderatorName), key)) return true;
  return game.players.some((player) => player.isActive && player.id !== except && sameName(keyOf(player), key));
}

const isAway = ({ isActive, removed }: Player): boolean => !isActive && removed === null;

/** The inactive player with this name, case-insensitive. */
export function inactiveNamed(game: Pick<Game, 'players'>, name: string): Player | null {
  const { spelled } = nameKey(name);
  return game.players.find((player) => isAway(player) && keyOf(player).spelled === spelled) ?? null;
}
