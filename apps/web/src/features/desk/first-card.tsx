import type { CurrentView, QueueEntry, Settings, TeamView } from '@earworm/rules';
import { AccessibleText } from '../../shared/ui/screen-reader.js';
import { initialOf, letters } from '../../shared/ui/names.js';
import { figure } from '../../platform/i18n/numbers.js';
import { isolated, localeNow } from '../../platform/i18n/texts.js';
import { TeamName } from '../../shared/teams/team-mark.js';
import styles from './first-card.module.css';
import { bothAnswer, drewLots } from '../../shared/live/certainty.js';
import { intoSong } from '../../shared/live/times.js';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';
import { seconds } from '../../shared/live/times.js';

const TEXTS = { waits: 'timerWaits', stopped: 'timerStopped', runs: 'waitingText' } as const;

interface FirstCardProps {
  readonly current: CurrentView;
  readonly settings: Pick<Settings, 'buzzOrder'>;
  readonly team: TeamView | undefined;
  readonly worth: number;
  /** Why the timer is stopped, except for an answer. */
  readonly timer: 'waits' | 'stopped' | null;
  /** In the dock, where the next in the queue follow in one line. */
  readonly dense?: boolean;
}

const NEXT_SHOWN = 2;

export function FirstCard({ current, settings, team, worth, timer, dense = false }: FirstCardProps) {
  const [first, second] = current.queue;
  if (!first) {
    return (
      <div className={styles.card} data-testid="first" data-dense={dense}>
        <span className={styles.ears} aria-hidden>
          <i />
          <i />
          <i />
        </span>
        <div className={styles.who}>
          <strong className={styles.waiting}>{t(current.hold ? 'held' : 'waiting')}</strong>
          {!(dense && timer === null) && (
            <span className={styles.text}>{t(current.hold ? 'heldText' : TEXTS[timer ?? 'runs'])}</span>
          )}
        </div>
        <span className={styles.worth}>{figure(worth)}</span>
      </div>
    );
  }
  const at = intoSong(current, first);
  return (
    <div className={styles.card} data-testid="first" data-now="true" data-dense={dense}>
      <span className={styles.face} aria-hidden>
        {initialOf(first.name)}
      </span>
      <div className={styles.who}>
        <strong className={styles.name} dir="auto" style={letters(first.name)}>
          {first.name}
        </strong>
        {team && (
          <span className={styles.team}>
            <TeamName number={team.number} name={team.name} />
          </span>
        )}
        {dense && second && <Next current={current} settings={settings} />}
        <span className={styles.text} hidden={dense && second !== undefined}>
          {firstText(current, settings, at)}
        </span>
      </div>
      {!dense && <span className={styles.worth}>{figure(worth)}</span>}
    </div>
  );
}

function firstText({ queue }: CurrentView, settings: Pick<Settings, 'buzzOrder'>, at: string): string {
  const [first, second] = queue;
  if (!first || !second) return t('firstAlone', { at });
  const level = queue.filter((entry) => entry !== first && bothAnswer(first, entry, settings));
  if (level.length > 0) return t('firstOfLevel', { names: listOf(level), at });
  if (drewLots(first, second)) return t('firstDrawn', { at });
  return t('firstBy', { gap: seconds(Math.max(0, second.at - first.at)), at });
}

const listOf = (entries: readonly QueueEntry[]): string =>
  new Intl.ListFormat(localeNow()).format(entries.map(({ name }) => isolated(name)));

/** Who is second and third, and how many more wait. */
function Next({ current, settings }: Pick<FirstCardProps, 'current' | 'settings'>) {
  const more = current.queueLength - 1 - NEXT_SHOWN;
  return (
    <ol className={styles.next} start={2} aria-label={gameText('inLine')}>
      {current.queue.slice(1, 1 + NEXT_SHOWN).map((entry, index) => (
        <li key={entry.playerId}>
          {bothAnswer(current.queue[0], entry, settings) ? (
            <AccessibleText text={t('isLevel')}>=</AccessibleText>
          ) : (
            index + 2
          )}{' '}
          <bdi>{entry.name}</bdi>
        </li>
      ))}
      {more > 0 && (
        <li>
          <AccessibleText text={gameText('more', { count: more })}>{`+${figure(more)}`}</AccessibleText>
        </li>
      )}
    </ol>
  );
}
