import { CONNECTION_QUALITIES, type ConnectionQuality } from '@earworm/contracts';
import type { ClientState } from '@earworm/client';
import { IconWifi, IconWifi1, IconWifi2 } from '@tabler/icons-react';

const ICONS = { good: IconWifi, slow: IconWifi2, unsteady: IconWifi1 } as const;

/** The same on the phone and at the desk. The text beside it says what it means. */
export function ConnectionIcon({ quality }: { readonly quality: ConnectionQuality }) {
  const Icon = ICONS[quality];
  return <Icon size={16} aria-hidden />;
}

/** By the ids of the players, as desks get it. */
export function connectionsOf(presence: ClientState['presence']): ReadonlyMap<string, ConnectionQuality> {
  const { users = [], connections = [] } = presence ?? {};
  // A newer server may know others.
  const known = (index: number) => CONNECTION_QUALITIES.find((quality) => quality === connections[index]);
  return new Map(
    users.flatMap((id, index) => {
      const quality = known(index);
      return quality === undefined ? [] : [[id, quality] as const];
    }),
  );
}
