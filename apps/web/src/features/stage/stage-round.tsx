import type { GameView } from '@earworm/rules';
import { bothAnswer } from '../../shared/live/certainty.js';
import { currentQuestion, gainsNow, nextPicker, proposalOf, roundOf } from '../../shared/live/round.js';
import { seconds } from '../../shared/live/times.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import { EventOrProduct } from '../../shared/shows/event-band.js';
import { useNow } from '../../shared/ui/use-now.js';
import { type Result, useResult } from '../../shared/live/use-result.js';
import { useSong } from '../../shared/live/use-song.js';
import { change, figure } from '../../platform/i18n/numbers.js';
import { DrainBar, TimeTrialCost } from '../../shared/game/time-trial.js';
import { Wave } from '../../shared/ui/wave.js';
import { useConfetti } from '../../shared/ui/use-confetti.js';
import { letters } from '../../shared/ui/names.js';
import { StageBoard } from './stage-board.js';
import { NameOfSide, teamOf, TeamName } from '../../shared/teams/team-mark.js';
import { t as teamText } from '../../shared/teams/texts.js';
import styles from './stage-round.module.css';
import { AnswerMoment, CorrectedMoment, ResultMoment } from './stage-verdict.js';
import { t } from './texts.js';
import { useVerdict } from './use-verdict.js';

export function StageRound({ game, view }: { game: LiveGame; view: GameView }) {
  const { clockOffsetMs } = game.state;
  const result = useResult(game.client);
  const moment = useVerdict(game.client);
  const question = currentQuestion(view);
  const falling = view.timeTrialMode && view.current !== null && !view.current.timeTrialPaused;
  const now = useNow(clockOffsetMs, falling, 100);
  const song = useSong(view.current, clockOffsetMs);
  const round = roundOf(view);
  const worth = question ? gainsNow(view, question.question.points, now).right : 0;
  useConfetti(moment?.kind === 'result' && result !== null && result.name !== null);
  return (
    <section className={styles.round} data-first={view.current?.queue.length ? true : undefined}>
      <div className={styles.top}>
        <header className={styles.head}>
          <span className={styles.brand}>
            <EventOrProduct showId={view.room?.showId} />
          </span>
          {question ? (
            <>
              <span className={styles.category}>{question.category.name}</span>
              <span className={styles.points}>{figure(worth)}</span>
            </>
          ) : (
            // Between questions the next round has begun.
            !moment && (
              <>
                <span className={styles.category}>{t('round', round)}</span>
                {view.timeTrialMode && nextPicker(view) !== null && (
                  <strong className={styles.trial} role="status">
                    <TimeTrialCost />
                  </strong>
                )}
              </>
            )
          )}
        </header>
        {view.timeTrialMode && question && <DrainBar worth={worth} points={question.question.points} />}
      </div>
      <div className={styles.middle}>
        {moment?.kind === 'wrong' || moment?.kind === 'right' ? (
          <AnswerMoment key={moment.at} kind={moment.kind} name={moment.name} gain={moment.gain} />
        ) : moment?.kind === 'corrected' ? (
          <CorrectedMoment key={moment.at} name={moment.name} gain={moment.gain} />
        ) : view.current ? (
          <Spotlight view={view} />
        ) : moment && result ? (
          <ResultMoment result={result} />
        ) : (
          <StageBoard view={view} />
        )}
      </div>
      {view.current ? (
        <div className={styles.wave}>
          <Wave progress={song.share} playing={view.current.heardSince !== null} bars={90} className={styles.bars} />
        </div>
      ) : (
        <Picks view={view} result={moment ? null : result} />
      )}
    </section>
  );
}

function Spotlight({ view }: { view: GameView }) {
  const [first, ...others] = view.current?.queue ?? [];
  if (!first) {
    return (
      <div className={styles.first}>
        <h1 className={styles.listen} dir="auto">
          {view.current?.hold ? t('buzz') : titleOf(view)}
        </h1>
        {isHalted(view) ? (
          <Halted view={view} hint={t('gamePausedHint')} />
        ) : (
          <p className={styles.small}>
            {view.current?.hold ? (
              t('buzzHint')
            ) : view.current?.musicPaused ? (
              t('paused')
            ) : view.timeTrialMode ? (
              <TimeTrialCost />
            ) : (
              t('listenHint')
            )}
          </p>
        )}
      </div>
    );
  }
  const team = teamOf(view, first.team);
  return (
    <div className={styles.first} role="status">
      <div className={styles.beam} aria-hidden />
      <p className={styles.small}>{t('first')}</p>
      <h1 className={styles.name} dir="auto" key={first.playerId} style={letters(team?.name ?? first.name)}>
        {team ? <TeamName number={team.number} name={team.name} /> : first.name}
      </h1>
      {team && <p className={styles.answers}>{teamText('answersFor', { name: first.name })}</p>}
      {others.length > 0 && (
        <p className={styles.then}>
          {t('then')}
          {others.slice(0, 3).map((entry) => (
            <span key={entry.playerId}>
              <b>
                <NameOfSide view={view} side={entry} />
              </b>{' '}
              {bothAnswer(first, entry, view.settings) ? t('answersToo') : `+${seconds(entry.at - first.at)}`}
            </span>
          ))}
        </p>
      )}
      {isHalted(view) && <Halted view={view} hint={t('gamePaused')} />}
    </div>
  );
}

const isHalted = ({ paused, deskDisconnected }: GameView): boolean => paused !== undefined || deskDisconnected;

function titleOf({ paused, deskDisconnected, moderatorName: name }: GameView): string {
  if (paused !== undefined) return t('gamePaused');
  return deskDisconnected ? t('awayTitle', { name }) : t('listen');
}

/** `hint`: of a paused game. */
function Halted({ view: { paused, timeTrialMode }, hint }: { view: GameView; hint: string }) {
  return (
    <p className={styles.then} role="status">
      {paused !== undefined ? hint : t(timeTrialMode ? 'awayClockPaused' : 'awayMusicPaused')}
    </p>
  );
}

function Picks({ view, result }: { view: GameView; result: Result | null }) {
  const name = nextPicker(view);
  const proposal = proposalOf(view);
  return (
    <p className={styles.picks}>
      <span>
        {view.paused !== undefined ? (
          <b role="status">{t('gamePaused')}</b>
        ) : view.moderatorLeft || view.deskDisconnected ? (
          t('away', { name: view.moderatorName })
        ) : name === null ? (
          t('lastOne')
        ) : (
          <>
            <b>
              <bdi>{name}</bdi>
            </b>{' '}
            {proposal ? (
              <>
                {t('proposes')} <b>{t('askedFor', proposal)}</b>
              </>
            ) : (
              t('picksNext')
            )}
          </>
        )}
      </span>
      {result && (
        <span className={styles.last}>
          {t('itWas')} <b>{result.answer}</b>
          {result.name !== null && (
            <>
              {' '}
              <span className={styles.gained}>
                <bdi>{result.name}</bdi> {result.gain !== null && change(result.gain)}
              </span>
            </>
          )}
        </span>
      )}
    </p>
  );
}
