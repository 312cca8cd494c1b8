import { type GameView, type Leader, ranksOf } from '@earworm/rules';
import { podiumSteps } from '../live/round.js';
import styles from './podium.module.css';
import { TeamMark, TeamName } from '../teams/team-mark.js';
import { t } from './texts.js';
import { membersOf } from './winners.js';
import { letters } from '../ui/names.js';
import { figure } from '../../platform/i18n/numbers.js';

interface PodiumProps {
  readonly leaders: readonly Leader[];
  readonly ownId: string | null;
  readonly playerCount: number;
  /** Of a game of teams. */
  readonly teams: GameView['teams'];
}

export function Podium({ leaders, ownId, playerCount, teams }: PodiumProps) {
  const ofTeams = teams !== undefined;
  const ranks = ranksOf(leaders);
  const others = leaders.slice(3);
  const hidden = playerCount - leaders.length;
  return (
    <section className={styles.all}>
      <ol className={styles.podium} aria-label={t('podium')}>
        {podiumSteps(leaders).map(({ leader, step, rank }) => (
          <li
            key={leader.id}
            className={styles.column}
            data-step={step}
            data-rank={rank}
            data-own={leader.id === ownId}
          >
            {ofTeams && (
              <span className={styles.mark}>
                <TeamMark number={leader.seat} />
              </span>
            )}
            <span className={styles.name} dir="auto" style={letters(leader.name)}>
              {leader.name}
            </span>
            {ofTeams && <span className={styles.members}>{membersOf({ teams }, leader)}</span>}
            <span className={styles.score}>{figure(leader.score)}</span>
            <span className={styles.step}>{rank}</span>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <ol className={styles.others} aria-label={t('scores')}>
          {others.map((leader, at) => (
            <li key={leader.id} data-own={leader.id === ownId}>
              <span className={styles.rank}>{ranks[at + 3]}</span>
              <span className={styles.other}>
                {ofTeams ? <TeamName number={leader.seat} name={leader.name} /> : <bdi>{leader.name}</bdi>}
              </span>
              <b>{figure(leader.score)}</b>
            </li>
          ))}
        </ol>
      )}
      {hidden > 0 && <p className={styles.hidden}>{t('more', { count: hidden })}</p>}
    </section>
  );
}
