import { type GameView, type OwnSeat, rankInView } from '@earworm/rules';
import type { LiveGame } from '../../shared/live/use-game.js';
import { QuestionCard } from './question-card.js';
import { buzzerStateOf } from './buzzer-state.js';
import { BuzzerButton } from './buzzer-button.js';
import { buzzerWords } from './buzzer-words.js';
import styles from './buzzer-page.module.css';
import { GameOver } from '../../shared/game/game-over.js';
import { PhoneBar, Stand } from './phone-top.js';
import { PickBoard } from './pick-board.js';
import { PhoneMusic } from './phone-music.js';
import { nextPicker, proposalOf, roundOf } from '../../shared/live/round.js';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';
import { useCorrection } from './use-correction.js';
import { useConfetti } from '../../shared/ui/use-confetti.js';
import { useProposal } from './use-proposal.js';
import { useBuzz } from './use-buzz.js';
import { useResult } from '../../shared/live/use-result.js';
import { useVerdict } from './use-verdict.js';
import { useBuzzerSounds } from './use-buzzer-sounds.js';
import { useVibration } from './use-vibration.js';
import { useWakeLock } from '../../shared/ui/use-wake-lock.js';

interface BuzzerPageProps {
  readonly game: LiveGame;
  readonly view: GameView;
  readonly seat: OwnSeat;
  leave(): void;
}

export function BuzzerPage({ game, view, seat, leave }: BuzzerPageProps) {
  const awake = useWakeLock();
  const result = useResult(game.client);
  const [verdict, endVerdict] = useVerdict(game.client, seat.id);
  const correction = useCorrection(game.client, seat, view.moderatorName);
  const { sent, refusal: buzzRefusal, buzz } = useBuzz(game);
  const { proposedId, refusal: proposalRefusal, propose } = useProposal(game);
  const state = buzzerStateOf(game.state, sent, verdict);
  useVibration(state.kind);
  useBuzzerSounds(state.kind);
  useConfetti(state.kind === 'right');

  const round = roundOf(view);
  const online = game.state.connection === 'online';
  const { main, sub } = buzzerWords(state, view.moderatorName);
  const picker = view.status === 'playing' ? nextPicker(view) : null;
  const youPick = state.kind === 'wait' && state.youPick;
  const refusal = youPick ? proposalRefusal : buzzRefusal;
  const proposal = proposalOf(view);

  if (state.kind === 'over') return <GameOver view={view} seat={seat} send={game.send} />;
  return (
    <main className={styles.phone} data-state={state.kind}>
      <title>{`${view.gameCode} · Earworm`}</title>
      <PhoneBar name={seat.name} code={view.gameCode} online={online} leave={leave} />
      <Stand score={seat.score} rank={rankInView(view, seat)} players={view.playerCount} />

      <div className={styles.card} hidden={youPick && result === null}>
        <QuestionCard view={view} clockOffsetMs={game.state.clockOffsetMs} result={result} awake={awake} />
        {view.settings.musicOn === 'players' && <PhoneMusic view={view} clockOffsetMs={game.state.clockOffsetMs} />}
      </div>

      {youPick ? (
        <PickBoard view={view} proposedId={proposedId} onTap={propose} />
      ) : (
        <BuzzerButton
          state={state}
          moderatorName={view.moderatorName}
          onBuzz={() => {
            if (!view.current) return;
            endVerdict();
            buzz(view.current.questionId);
          }}
        />
      )}

      <footer className={styles.foot}>
        <StatusLine
          refusal={refusal}
          note={
            !online
              ? gameText('reconnecting')
              : (correction ?? (isAway(view) ? t('moderatorAwayShort', { name: view.moderatorName }) : null))
          }
          picker={
            youPick
              ? t(view.settings.picking === 'direct' ? 'youPick' : 'sayIt')
              : picker === null
                ? ''
                : proposal
                  ? gameText('proposes', { name: picker, ...proposal })
                  : t('picksNext', { name: picker })
          }
        />
        <span>{round.total > 0 ? gameText('round', { number: round.number, total: round.total }) : t('noRounds')}</span>
      </footer>

      <p className="sr-only" role="status" aria-live="assertive">
        {`${main}. ${sub}`}
      </p>
    </main>
  );
}

const isAway = ({ moderatorLeft, deskDisconnected }: GameView): boolean => moderatorLeft || deskDisconnected;

function StatusLine({ refusal, note, picker }: { refusal: string | null; note: string | null; picker: string }) {
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
  return <span>{picker}</span>;
}
