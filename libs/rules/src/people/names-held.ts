import type { Turn } from '../definition.js';
import type { UserId } from '../ids.js';
import { cutName, nameKey, type NameKey, sameName } from '../names.js';
import type { Game, Player } from '../state.js';

// Computed once per player: a game of thousands compares each name with each.
const keys = new WeakMap<Player, NameKey>();
function keyOf(player: Player): NameKey {
  const cached = keys.get(player);
  if (cached !== undefined) return cached;
  const key = nameKey(player.name);
  keys.set(player, key);
  return key;
}

/**
 * Why no other user may have this name, or one that looks the same: `name-taken` while the moderator or an active player has
 * it, `name-reserved` for the seat of a player who left. Null when it is free: a removed player does not keep a name.
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

const LAST_NUMBER = 99;

/** A free name for a player whose own is held: `Anna 2`. Null where 98 of them are held as well. */
export function freeNameLike(game: Game, name: string): string | null {
  const held = [nameKey(game.moderatorName), ...game.players.filter(({ removed }) => removed === null).map(keyOf)];
  const [spelled, seen] = [new Set(held.map((key) => key.spelled)), new Set(held.map((key) => key.seen))];
  const unnumbered = name.replace(/ \d{1,2}$/u, '');
  for (let number = 2; number <= LAST_NUMBER; number++) {
    const end = ` ${number}`;
    const proposal = cutName(unnumbered, end).trimEnd() + end;
    const key = nameKey(proposal);
    if (!spelled.has(key.spelled) && !seen.has(key.seen)) return proposal;
  }
  return null;
}

/** The inactive player with this name, case-insensitive. */
export function inactiveNamed({ players }: Pick<Game, 'players'>, name: string): Player | null {
  const { spelled } = nameKey(name);
  const isNamed = (player: Player) => !player.isActive && player.removed === null && keyOf(player).spelled === spelled;
  return players.find(isNamed) ?? null;
}

/** The seat with this name, case-insensitive; of those that earlier releases let share one, an inactive one. */
export function seatNamed(game: Game, name: string): Player | null {
  const { spelled } = nameKey(name);
  const isNamed = (player: Player) => player.isActive && keyOf(player).spelled === spelled;
  return inactiveNamed(game, name) ?? game.players.find(isNamed) ?? null;
}

export const isBanned = ({ bans }: Game, { actor, seatHash, deviceHash }: Turn['ctx']): boolean =>
  bans.users.includes(actor.userId) ||
  (seatHash !== null && bans.seats.includes(seatHash)) ||
  (deviceHash != null && bans.devices.includes(deviceHash));
