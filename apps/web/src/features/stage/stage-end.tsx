import { useEffect, useEffectEvent } from 'react';
import { type GameView, type Leader, ranksOf, shownEnd } from '@earworm/rules';
import { figure, ordinal } from '../../platform/i18n/numbers.js';
import { t as shared } from '../../platform/i18n/t.js';
import { awardLines } from '../../shared/game/awards.js';
import { t as game } from '../../shared/game/texts.js';
import { membersOf, resultText, winnersOf } from '../../shared/game/winners.js';
import { ON_PODIUM, placesToShow, usePlacesShown } from '../../shared/game/use-places-shown.js';
import { podiumSteps } from '../../shared/live/round.js';
import { EventOrProduct } from '../../shared/shows/event-band.js';
import { letters } from '../../shared/ui/names.js';
import { useConfetti } from '../../shared/ui/use-confetti.js';
import { standingOf } from '../../shared/live/standing.js';
import { TeamName } from '../../shared/teams/team-mark.js';
import styles from './stage-end.module.css';
import { t } from './texts.js';

const BELOW = 5;

export interface StageEndProps {
  readonly view: GameView;
  readonly clockOffsetMs: number;
  /** The result to announce once all places are shown; null when the page was opened later, or the game is reopened. */
  onResult(text: string | null): void;
}

export function StageEnd({ view, clockOffsetMs, onResult }: StageEndProps) {
  const standing = standingOf(view);
  const { leaders } = standing;
  const ranks = ranksOf(leaders);
  const winners = winnersOf(leaders);
  const places = placesToShow(leaders);
  const { shown, isLive } = usePlacesShown(places.length, view.completedAt ?? 0, clockOffsetMs);
  const isComplete = shown >= places.length;
  const best = isComplete ? 1 : (places[shown - 1] ?? (places[0] ?? 0) + 1);
  const result = resultText(standing);
  const awards = awardLines(view.awards);
  useConfetti(isComplete && winners.length > 0);

  const announcement = useEffectEvent(() => (isLive ? spoken(result, leaders, ranks, awards) : null));
  useEffect(() => {
    if (!isComplete) return;
    onResult(announcement());
    return () => onResult(null);
  }, [isComplete, onResult]);

  return (
    <div className={styles.end}>
      <header className={styles.head}>
        <EventOrProduct showId={view.room?.showId} />
        <p className={styles.kind} data-hidden={!isComplete || undefined}>
          {t('over')}
        </p>
      </header>
      <h1 className={styles.title} style={letters(result)}>
        {isComplete ? result : t('over')}
      </h1>
      <ol className={styles.podium}>
        {podiumSteps(leaders).map(({ leader, step, rank }) => (
          <li key={leader.id} data-step={step} data-rank={rank} data-hidden={(rank ?? 1) < best || undefined}>
            <b className={styles.name} dir="auto" style={letters(leader.name)}>
              {view.teams ? <TeamName number={leader.seat} name={leader.name} /> : leader.name}
            </b>
            {view.teams && <span className={styles.members}>{membersOf(view, leader)}</span>}
            <span className={styles.score}>{figure(leader.score)}</span>
            <span className={styles.step}>{rank}</span>
          </li>
        ))}
      </ol>
      {leaders.length > ON_PODIUM && (
        <ol className={styles.others}>
          {leaders.slice(ON_PODIUM, ON_PODIUM + BELOW).map((leader, at) => (
            <li key={leader.id} data-hidden={(ranks[at + ON_PODIUM] ?? 1) < best || undefined}>
              <span>{ranks[at + ON_PODIUM]}</span>{' '}
              <b>{view.teams ? <TeamName number={leader.seat} name={leader.name} /> : <bdi>{leader.name}</bdi>}</b>{' '}
              {figure(leader.score)}
            </li>
          ))}
        </ol>
      )}
      {awards.length > 0 && (
        <ul className={styles.awards} aria-label={game('awards')} data-hidden={!isComplete || undefined}>
          {awards.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {view.evidence !== undefined && (
        <p className={styles.evidence} data-hidden={!isComplete || undefined}>
          {game('evidence', { end: shownEnd(view.evidence) })}
        </p>
      )}
    </div>
  );
}

/** All that the page shows at the end, for screen readers. */
const spoken = (
  result: string,
  leaders: readonly Leader[],
  ranks: readonly number[],
  awards: readonly string[],
): string =>
  [
    `${result}.`,
    ...leaders.slice(0, ON_PODIUM + BELOW).map(({ name, score }, at) =>
      game('placeSpoken', {
        place: ordinal(ranks[at] ?? 1),
        name,
        points: shared('points', { count: score, score: figure(score) }),
      }),
    ),
    ...awards.map((line) => `${line}.`),
  ].join(' ');
