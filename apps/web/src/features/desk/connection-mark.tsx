import type { ClientState } from '@earworm/client';
import type { ConnectionQuality } from '@earworm/contracts';
import type { GameView, Leader } from '@earworm/rules';
import { ConnectionIcon, connectionsOf } from '../../shared/live/connection-icon.js';
import styles from './side.module.css';
import { t } from './texts.js';

/** What the connection of each player is like, where the order of buzzes is corrected by it; undefined in other games. */
export function connectionMarks(
  { settings }: Pick<GameView, 'settings'>,
  presence: ClientState['presence'],
): ((leader: Leader) => React.ReactNode) | undefined {
  if ((settings.buzzOrder ?? null) === null) return undefined;
  const connections = connectionsOf(presence);
  return ({ id }) => <ConnectionMark quality={connections.get(id)} />;
}

function ConnectionMark({ quality }: { readonly quality: ConnectionQuality | undefined }) {
  if (quality === undefined) return <span className={styles.connection} />;
  const name = t(`connection_${quality}`);
  return (
    <span role="img" aria-label={name} title={name} className={styles.connection} data-quality={quality}>
      <ConnectionIcon quality={quality} />
    </span>
  );
}
