import { AnnouncementStrip } from '../../shared/announcements/announcement-strip.js';
import { useRef } from 'react';
import { type GameView, hasRight, type OwnSeat } from '@earworm/rules';
import { figure } from '../../platform/i18n/numbers.js';
import { Announcer } from '../../shared/ui/screen-reader.js';
import { LostConnection } from '../../shared/live/connecting.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import { QuestionCard } from './question-card.js';
import { type BuzzerKind, buzzerStateOf } from './buzzer-state.js';
import { BuzzerButton } from './buzzer-button.js';
import { buzzerWords } from './buzzer-words.js';
import styles from './buzzer-page.module.css';
import { GameOver } from '../../shared/game/game-over.js';
import { PhoneBar, Scores } from './phone-top.js';
import { PickBoard } from './pick-board.js';
import { nextPicker, proposalOf, roundOf } from '../../shared/live/round.js';
import { useOwnId } from '../../shared/live/use-rights.js';
import { t as gameText } from '../../shared/game/texts.js';
import { timeTrialSpoken } from '../../shared/game/time-trial.js';
import { t } from './texts.js';
import { useCorrection } from './use-correction.js';
import { useConfetti } from '../../shared/ui/use-confetti.js';
import { useProposal } from './use-proposal.js';
import { useBuzz } from './use-buzz.js';
import { type Result, useResult } from '../../shared/live/use-result.js';
import { useVerdict } from './use-verdict.js';
import { useBuzzerSounds } from './use-buzzer-sounds.js';
import { useVibration } from './use-vibration.js';
import { withKit } from '../../platform/theme/with-kit.js';
import { teamOf } from '../../shared/teams/team-mark.js';
import { lazyPart } from '../../shared/ui/lazy-part.js';
import { useTimeLeft } from '../../shared/ui/use-now.js';
import { useWakeLock } from '../../shared/ui/use-wake-lock.js';

/** Most games play their music at the desk. */
const PhoneMusic = lazyPart(async () => (await import('./phone-music.js')).PhoneMusic);

/** Some games are played in teams. */
const TeamPicker = lazyPart(async () => (await import('./team-picker.js')).TeamPicker);

interface BuzzerPageProps {
  readonly game: LiveGame;
  readonly view: GameView;
  readonly seat: OwnSeat;
  leave(): void;
}

/** Loaded for the few players who look after the others. */
const NameNote = lazyPart(async () => (await import('./name-note.js')).NameNote);
/** Of games that measure who was first. */
const WhyPlace = lazyPart(async () => (await import('./why-place.js')).WhyPlace);
/** Only where the order of buzzes is corrected. */
const ConnectionSign = lazyPart(
  async () => (await import('./connection-sign.js')).ConnectionSign,
  <p className={styles.connection} />,
);
const CaptainStrip = lazyPart(async () => (await import('./captain-strip.js')).CaptainStrip);
const PeopleTools = lazyPart(
  async () => (await withKit(async () => (await import('../../shared/people/people-tools.js')).PeopleTools)).default,
);

export function BuzzerPage({ game, view, seat, leave }: BuzzerPageProps) {
  const ownId = useOwnId();
  const awake = useWakeLock();
  const result = useResult(game.client);
  const [verdict, endVerdict] = useVerdict(game.client, seat);
  const correction = useCorrection(game.client, seat, view.moderatorName);
  const heardSince = useRef<number | null>(null);
  const { sent, refusal: buzzRefusal, buzz } = useBuzz(game);
  const { proposedId, refusal: proposalRefusal, propose } = useProposal(game);
  const lockedForMs = useTimeLeft(view.current === null ? 0 : (seat.lockedUntil ?? 0), game.state.clockOffsetMs);
  const state = buzzerStateOf(game.state, sent, verdict, lockedForMs);
  useVibration(state.kind);
  useBuzzerSounds(state.kind);
  useConfetti(state.kind === 'right');

  const round = roundOf(view);
  const online = game.state.connection === 'online';
  const team = teamOf(view, seat.team);
  const { main, sub } = buzzerWords(state, view.moderatorName, team !== undefined);
  // Counted aloud, seconds would drown out everything else.
  const spoken = state.kind === 'locked' ? sub : `${main.endsWith('.') ? main : `${main}.`} ${sub}`;
  const choosesTeam = view.status === 'setup' && view.teams !== undefined;
  const picker = view.status === 'playing' ? nextPicker(view) : null;
  const youPick = state.kind === 'wait' && state.youPick;
  const refusal = youPick ? proposalRefusal : buzzRefusal;

  if (state.kind === 'over')
    return (
      <GameOver
        view={view}
        seat={seat.removed === null ? seat : null}
        send={game.send}
        notice={<LostConnection game={game} audience="player" />}
        clockOffsetMs={game.state.clockOffsetMs}
      />
    );
  return (
    <main className={styles.phone} data-state={state.kind} data-picking={youPick || undefined}>
      <title>{`${view.gameCode} · Earworm`}</title>
      <PhoneBar name={seat.name} code={view.gameCode} showId={view.room?.showId} online={online} leave={leave} />
      {hasRight(view, ownId, 'people') && <PeopleTools game={game} view={view} />}
      {seat.unreviewed && <NameNote name={seat.name} />}
      {view.settings.buzzOrder && <ConnectionSign client={game.client} />}
      <AnnouncementStrip view={view} clockOffsetMs={game.state.clockOffsetMs} />
      {team?.captain === seat.id && <CaptainStrip view={view} team={team} send={game.send} />}
      {!choosesTeam && <Scores game={game} view={view} seat={seat} isOneLine={youPick} />}

      <div className={styles.card} hidden={youPick}>
        {choosesTeam ? (
          <LostConnection game={game} audience="player" />
        ) : (
          !youPick && (
            <LostConnection game={game} audience="player">
              <QuestionCard view={view} clockOffsetMs={game.state.clockOffsetMs} result={result} awake={awake} />
            </LostConnection>
          )
        )}
        {view.settings.musicOn === 'players' && (
          <PhoneMusic view={view} clockOffsetMs={game.state.clockOffsetMs} isHidden={youPick} heardSince={heardSince} />
        )}
      </div>

      {youPick ? (
        <PickBoard view={view} proposedId={proposedId} onTap={propose} />
      ) : choosesTeam ? (
        <TeamPicker view={view} seat={seat} send={game.send} />
      ) : (
        <BuzzerButton
          state={state}
          team={team}
          moderatorName={view.moderatorName}
          onBuzz={(by) => {
            if (!view.current) return;
            endVerdict();
            buzz(view.current.questionId, by, view.settings.buzzOrder ? heardSince.current : null);
          }}
        />
      )}

      <footer className={styles.foot}>
        <StatusLine
          refusal={refusal}
          note={!online ? gameText('reconnecting') : (correction ?? noteOf(view, state.kind))}
          next={youPick ? t(view.settings.picking === 'direct' ? 'youPick' : 'sayIt') : nextText(view, picker)}
          last={youPick && result ? t('lastAnswer', { answer: result.answer }) : null}
        />
        {view.settings.buzzOrder && (
          <WhyPlace key={`${view.current?.questionId} ${seat.place}`} view={view} seat={seat} />
        )}
        {view.status === 'playing' && <span>{gameText('round', { number: round.number, total: round.total })}</span>}
      </footer>

      <p className="sr-only" role="status" aria-live="assertive">
        {spoken}
      </p>
      <Announcer polite announcement={result && { id: result.questionId, text: spokenResult(result) }} />
      <p className="sr-only" role="status">
        {view.timeTrialMode && timeTrialSpoken()}
      </p>
    </main>
  );
}

/** While nobody plays, the button says who picks. */
function nextText(view: GameView, picker: string | null): string {
  if (picker === null) return '';
  const proposal = proposalOf(view);
  if (proposal) return gameText('proposes', { name: picker, ...proposal });
  return view.current ? t('picksNext', { name: picker }) : '';
}

function spokenResult({ answer, name, gain }: Result): string {
  if (name === null) return t('spokenNobody', { answer });
  if (gain === null) return t('spokenKnew', { answer, name });
  return t('spokenGot', { answer, name, count: gain, points: figure(gain) });
}

/** A paused game is on the button, unless that shows a place in the queue or a verdict. */
function noteOf(view: GameView, kind: BuzzerKind): string | null {
  if (view.paused !== undefined) return kind === 'gamePaused' ? null : t('gamePaused');
  return isAway(view) ? t('moderatorAwayShort', { name: view.moderatorName }) : null;
}

const isAway = ({ moderatorLeft, deskDisconnected }: GameView): boolean => moderatorLeft || deskDisconnected;

interface StatusLineProps {
  readonly refusal: string | null;
  readonly note: string | null;
  readonly next: string;
  /** How the last question ended, where no card shows it. */
  readonly last: string | null;
}

function StatusLine({ refusal, note, next, last }: StatusLineProps) {
  if (refusal) {
    return (
      <span className={styles.refusal} role="alert">
        {refusal}
      </span>
    );
  }
  if (note) {
    return (
      <span className={styles.note} role="status">
        {note}
      </span>
    );
  }
  return last === null ? <span>{next}</span> : <span className={styles.last}>{last}</span>;
}
