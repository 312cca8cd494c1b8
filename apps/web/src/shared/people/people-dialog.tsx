import { useEffect, useState } from 'react';
import { Button, Loader } from '@mantine/core';
import type { RouteReply } from '@earworm/contracts';
import type { Command, GameId, Leader } from '@earworm/rules';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { t as shared } from '../../platform/i18n/t.js';
import { figure } from '../../platform/i18n/numbers.js';
import { WhenLate } from '../late/late-notice.js';
import styles from './people-dialog.module.css';
import type { Rights } from '../live/use-rights.js';
import { t as gameText } from '../game/texts.js';
import { t } from './texts.js';
import type { Banned } from './use-banned.js';
import { Failed } from '../ui/empty-state.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/text-fields.js';

type Person = RouteReply<'roster'>['players'][number];
const PAGE = 200;
const ROWS = 100;

async function allPlayers(gameId: GameId): Promise<Person[]> {
  const found: Person[] = [];
  for (;;) {
    const query = { limit: PAGE, afterSeat: found.at(-1)?.seat ?? 0 };
    const { players } = await http.call('roster', { params: { gameId }, query });
    found.push(...players);
    if (players.length < PAGE) return found;
  }
}

interface PeopleDialogProps {
  readonly gameId: GameId;
  readonly banned: readonly Banned[];
  readonly changes: number;
  readonly rights: Rights;
  readonly menu: (player: Leader) => React.ReactNode;
  readonly children?: React.ReactNode;
  give(command: Command): Promise<boolean>;
  onClose(): void;
}

/** All players, also below the leaders, and players that were banned while this desk was open. */
export function PeopleDialog({ gameId, banned, changes, rights, menu, children, give, onClose }: PeopleDialogProps) {
  const [people, setPeople] = useState<readonly Person[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    let isStale = false;
    allPlayers(gameId).then(
      (players) => {
        if (isStale) return;
        setPeople(players);
        setFailure(null);
      },
      (error: unknown) => !isStale && setFailure(errorText(error)),
    );
    return () => void (isStale = true);
  }, [gameId, changes, attempt]);
  const again = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };

  const wanted = typed.trim().toLowerCase();
  const named = ({ name }: Pick<Person, 'name'>) => name.toLowerCase().includes(wanted);
  const players = [...(people ?? [])].filter(named).sort((one, other) => other.score - one.score);
  const out = banned.filter(named);
  return (
    <Dialog opened onClose={onClose} title={t('allPlayers')} size="md">
      {children}
      {failure !== null && <Failed title={failure} query={{ isFetching: false, refetch: again }} />}
      {people === null && failure === null && (
        <>
          <div className={styles.waits} role="status" aria-label={shared('loading')}>
            <Loader />
          </div>
          <WhenLate />
        </>
      )}
      {people !== null && (
        <>
          <TextField label={t('findPlayer')} value={typed} autoComplete="off" onChange={setTyped} />
          <ul className={styles.people} aria-label={t('allPlayers')}>
            {players.slice(0, ROWS).map((player) => (
              <li key={player.id} data-away={!player.isActive || undefined}>
                <span className={styles.name} dir="auto">
                  {player.name}
                </span>
                {!player.isActive && <span className={styles.note}>{shared('leftGame')}</span>}
                <b>{figure(player.score)}</b>
                {menu(player)}
              </li>
            ))}
          </ul>
          {players.length === 0 && <p className={styles.note}>{t(wanted === '' ? 'nobodyPlays' : 'nobodyFound')}</p>}
          {players.length > ROWS && <p className={styles.note}>{gameText('more', { count: players.length - ROWS })}</p>}
          {out.length > 0 && (
            <>
              <h3 className={styles.heading}>{t('bannedPlayers')}</h3>
              <ul className={styles.people} aria-label={t('bannedPlayers')}>
                {out.map((player) => (
                  <li key={player.id}>
                    <span className={styles.name} dir="auto">
                      {player.name}
                    </span>
                    <Button
                      size="xs"
                      variant="default"
                      {...rights.barred('people')}
                      aria-label={t('liftBanOf', { name: player.name })}
                      onClick={() => void give({ type: 'removePlayer', playerId: player.id, ban: false })}
                    >
                      {t('liftBan')}
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Dialog>
  );
}
