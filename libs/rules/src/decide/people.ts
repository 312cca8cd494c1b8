import type { Command } from '../commands.js';
import { PLAYERS_MAX } from '../constants.js';
import type { UserId } from '../ids.js';
import { cleanName, nameKey, type NameKey, sameName } from '../names.js';
import { playerOf } from '../players.js';
import { type Game, type Player } from '../state.js';
import { accepted, NO_CHANGE, rejected, type Decision, type Turn } from './decision.js';
import { requestsEnded } from './requests-ended.js';

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
  // A name that the moderator chose stays, unless somebody else plays under it by now.
  const isKept = seat?.nameSet === true && nameHeld(game, seat.name, seat.id) !== 'name-taken';
  const name = isKept ? seat.name : cleaned.name;
  const device = ctx.deviceHash == null ? {} : { deviceHash: ctx.deviceHash };
  const keeps = seat !== null && seat.isActive && seat.name === name;
  const held = keeps ? null : nameHeld(game, name, seat?.id ?? me);
  // Logs of earlier releases hold seats that share a name: the player who comes back first has it.
  if (held === 'name-taken' || (held !== null && seat?.name !== name)) return rejected(held);
  const asked = requestsEnded(game, at, false, ({ playerId }) => playerId === me);
  if (seat === null) {
    if (game.players.length >= PLAYERS_MAX) return rejected('game-full');
    const { isAdmin } = ctx.actor;
    const { seatHash } = ctx;
    return accepted(...asked, { type: 'playerJoined', at, playerId: me, name, isAdmin, seatHash, ...device });
  }
  const events = [
    ...(seat === own ? [] : [{ type: 'seatMoved', at, from: seat.id, to: me } as const]),
    ...(seat.isActive ? [] : [{ type: 'playerRejoined', at, playerId: me, name, ...device } as const]),
    ...(seat.isActive && seat.name !== name ? [{ type: 'playerRenamed', at, playerId: me, name } as const] : []),
  ];
  return events.length === 0 ? NO_CHANGE : accepted(...asked, ...events);
}

/** Back under the name that the seat had; taken meanwhile, another one comes with `joinGame`. */
export function rejoin({ game, at, ctx }: Turn): Decision {
  if (ctx.actor.userId === game.moderatorId) return rejected('not-allowed');
  const player = playerOf(game, ctx.actor.userId);
  if (player?.removed === 'banned' || isBanned(game, { ...ctx, ...hashesOf(player) })) return rejected('banned');
  // A player who was removed comes back like somebody new.
  if (player === null || player.removed !== null) return rejected('not-a-player');
  if (player.isActive) return NO_CHANGE;
  if (nameHeld(game, player.name, player.id) === 'name-taken') return rejected('name-taken');
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

export const isBanned = ({ bans }: Game, { actor, seatHash, deviceHash }: Turn['ctx']): boolean =>
  bans.users.includes(actor.userId) ||
  (seatHash !== null && bans.seats.includes(seatHash)) ||
  (deviceHash != null && bans.devices.includes(deviceHash));

/** A player who comes back by their seat alone: what the seat is known by. */
const hashesOf = (player: Player | null) => ({
  seatHash: player?.seatHash ?? null,
  deviceHash: player?.deviceHash ?? null,
});

const seatByHash = (game: Game, seatHash: string | null): Player | null =>
  seatHash === null ? null : (game.players.find((player) => player.seatHash === seatHash) ?? null);

/**
 * Why nobody else may have this name, or one that looks the same: `name-taken` while the moderator or somebody who plays has
 * it, `name-reserved` for the seat of somebody who left. Null when it is free: a removed player does not keep a name.
 */
export function nameHeld(
  game: Game,
  name: string,
  ...except: readonly UserId[]
): 'name-taken' | 'name-reserved' | null {
  const key = nameKey(name);
  if (sameName(nameKey(game.moderatorName), key)) return 'name-taken';
  const held = game.players.filter(
    (player) => player.removed === null && !except.includes(player.id) && sameName(keyOf(player), key),
  );
  if (held.some(({ isActive }) => isActive)) return 'name-taken';
  return held.length > 0 ? 'name-reserved' : null;
}

const isAway = ({ isActive, removed }: Player): boolean => !isActive && removed === null;

/** The inactive player with this name, case-insensitive. */
export function inactiveNamed({ players }: Pick<Game, 'players'>, name: string): Player | null {
  const { spelled } = nameKey(name);
  return players.find((player) => isAway(player) && keyOf(player).spelled === spelled) ?? null;
}

/** The seat with this name, case-insensitive; of those that earlier releases let share one, that of somebody who left. */
export function seatNamed(game: Game, name: string): Player | null {
  const { spelled } = nameKey(name);
  const isNamed = (player: Player) => player.isActive && keyOf(player).spelled === spelled;
  return inactiveNamed(game, name) ?? game.players.find(isNamed) ?? null;
}
