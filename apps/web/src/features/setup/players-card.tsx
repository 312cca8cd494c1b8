import type { ClientState } from '@earworm/client';
import type { GameView } from '@earworm/rules';
import { ManyJoins } from '../../shared/live/seat-requests.js';
import styles from './setup-desk.module.css';
import { t } from './texts.js';

export function PlayersCard({ view, presence }: { view: GameView; presence: ClientState['presence'] }) {
  const bySeat = [...view.leaders].sort((a, b) => a.seat - b.seat);
  const isAway = (id: string, isActive: boolean) =>
    !isActive || (presence?.users !== undefined && !presence.users.includes(id));
  return (
    <section className={styles.card}>
      <h2 className={styles.cardTitle}>
        {t('players')}
        <span className={styles.count} role="status">
          {t('playersCount', { count: view.playerCount })}
        </span>
      </h2>
      <ManyJoins presence={presence} className={styles.notice} />
      {bySeat.length === 0 ? (
        <p className={styles.hint}>{t('noPlayers')}</p>
      ) : (
        <ul className={styles.players}>
          {bySeat.map(({ id, name, isActive }) => (
            <li key={id} data-away={isAway(id, isActive) || undefined}>
              <i aria-hidden />
              <bdi>{name}</bdi>
              {isAway(id, isActive) && <span className={styles.hint}>{t('away')}</span>}
            </li>
          ))}
          {view.playerCount > bySeat.length && (
            <li className={styles.hint}>{t('more', { count: view.playerCount - bySeat.length })}</li>
          )}
        </ul>
      )}
    </section>
  );
}
