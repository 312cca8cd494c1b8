import type { ClientState } from '@earworm/client';
import type { GameView } from '@earworm/rules';

/** How many of the active players are connected; who has the page open without a seat is none. */
export function onlinePlayers({ leaders, activeCount }: GameView, presence: ClientState['presence']): number | null {
  if (presence === null) return null;
  const { online, users } = presence;
  const active = leaders.filter(({ isActive }) => isActive);
  const areAllKnown = users?.length === online && active.length === activeCount;
  return areAllKnown ? active.filter(({ id }) => users.includes(id)).length : Math.min(online, activeCount);
}
