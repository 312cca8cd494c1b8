import { type GameView, isStartHeld } from '@earworm/rules';
import { CodeBadge } from '../../shared/invite/code-badge.js';
import { isLoopback, spoken, useJoinOrigin } from '../../shared/invite/join-link.js';
import { JoinQr } from '../../shared/invite/qr-dialog.js';
import { EventOrProduct } from '../../shared/shows/event-band.js';
import { figure } from '../../platform/i18n/numbers.js';
import { membersText } from '../../shared/game/winners.js';
import { TeamName } from '../../shared/teams/team-mark.js';
import { t as teamText } from '../../shared/teams/texts.js';
import { AccessibleText } from '../../shared/ui/screen-reader.js';
import styles from './stage-lobby.module.css';
import { t } from './texts.js';

const NAMES_SHOWN = 24;
/** More teams are smaller, in more rows, and without their members. */
const TEAMS_LARGE = 6;
const TEAMS_SHOWN = 20;

export function StageLobby({ view }: { view: GameView }) {
  const origin = useJoinOrigin();
  const locked = view.joiningLocked;
  const { teams = [] } = view;
  // Newest first: where not all fit, players see their own name appear.
  const here = view.leaders.filter((leader) => leader.isActive).reverse();
  return (
    <div className={styles.invite}>
      <div className={styles.beam} aria-hidden />
      {!locked && <JoinQr game={view} className={styles.qr} />}
      <div className={styles.how}>
        <div className={styles.brand}>
          <EventOrProduct showId={view.room?.showId} />
        </div>
        {view.room && (
          <p className={styles.room} dir="auto">
            {view.room.name}
          </p>
        )}
        <h1 className={styles.title}>{t(locked ? 'joiningClosed' : 'joinTitle')}</h1>
        {!locked && (
          <>
            <p className={styles.address}>
              {t('joinAt')} <b>{spoken(origin)}</b>
            </p>
            <span className={styles.code}>
              <CodeBadge code={view.gameCode} />
            </span>
            {isLoopback(new URL(origin).hostname) && <p className={styles.onlyHere}>{t('onlyHere')}</p>}
          </>
        )}
        <p className={styles.count} role="status">
          {view.activeCount > 0 ? t('playersJoined', { count: view.activeCount }) : !locked && t('nobodyYet')}
        </p>
        {isStartHeld(view) && <p className={styles.count}>{t('startHeld')}</p>}
        {view.teams === undefined ? (
          <ul className={styles.names}>
            {here.slice(0, NAMES_SHOWN).map((leader) => (
              <li key={leader.id} dir="auto">
                {leader.name}
              </li>
            ))}
          </ul>
        ) : (
          <ul
            className={styles.names}
            aria-label={teamText('teams')}
            data-many={teams.length > TEAMS_LARGE || undefined}
            data-named={teams.length <= TEAMS_LARGE || undefined}
          >
            {teams.slice(0, TEAMS_SHOWN).map((team) => (
              <li key={team.number} className={styles.team}>
                <TeamName number={team.number} name={team.name} />
                <b>
                  <AccessibleText text={teamText('members', { count: team.members })}>
                    {figure(team.members)}
                  </AccessibleText>
                </b>
                {teams.length <= TEAMS_LARGE && <span className={styles.members}>{membersText(team)}</span>}
              </li>
            ))}
            {teams.length > TEAMS_SHOWN && <li>{t('more', { count: teams.length - TEAMS_SHOWN })}</li>}
          </ul>
        )}
      </div>
    </div>
  );
}
