import { Button } from '@mantine/core';
import type { Leader, TeamView, UserId } from '@earworm/rules';
import { type ReactNode, useState } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { t as shared } from '../../platform/i18n/t.js';
import { t as gameText } from '../game/texts.js';
import type { Rights } from '../live/use-rights.js';
import { TeamMark } from '../teams/team-mark.js';
import { t as teamText } from '../teams/texts.js';
import { TextField } from '../ui/text-fields.js';
import styles from './people-dialog.module.css';
import { t } from './texts.js';
import type { Banned } from './use-banned.js';

const ROWS = 100;

interface Props {
  /** Without removed ones. */
  readonly people: readonly (Leader & {
    readonly team?: number | undefined;
    readonly reserved?: true | undefined;
  })[];
  readonly teams?: readonly TeamView[] | undefined;
  readonly banned: readonly Banned[];
  readonly rights: Pick<Rights, 'barred'>;
  readonly menu: (player: Leader) => ReactNode;
  onLiftBan(playerId: UserId): void;
}

/** The players by score, to be searched by name, and those who are banned. */
export function PeopleLists({ people, teams = [], banned, rights, menu, onLiftBan }: Props) {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const named = ({ name }: Pick<Leader, 'name'>) => name.toLowerCase().includes(wanted);
  const players = people.filter(named).sort((one, other) => other.score - one.score);
  const out = banned.filter(named);
  return (
    <>
      <TextField label={t('findPlayer')} value={typed} autoComplete="off" onChange={setTyped} />
      <ul className={styles.people} aria-label={t('allPlayers')}>
        {players.slice(0, ROWS).map((player) => (
          <li key={player.id} data-away={!player.isActive || undefined}>
            {player.team !== undefined && <TeamMark number={player.team} />}
            <span className={styles.name} dir="auto">
              {player.name}
            </span>
            {teams.some(({ captain }) => captain === player.id) && (
              <span className={styles.note}>{teamText('captain')}</span>
            )}
            {!player.isActive && (
              <span className={styles.note}>{player.reserved ? t('reserved') : shared('leftGame')}</span>
            )}
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
                  onClick={() => onLiftBan(player.id)}
                >
                  {t('liftBan')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
