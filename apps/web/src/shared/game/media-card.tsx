import { useState, useSyncExternalStore } from 'react';
import {
  IconExternalLink,
  IconHandFinger,
  IconMusic,
  IconPlayerPauseFilled,
  IconPlayerSkipForward,
  IconRefresh,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { textsOf } from '../../platform/i18n/texts.js';
import type { Playback } from '../media/media-deck.js';
import type { Media } from '../media/use-media.js';
import { ConsentPrompt } from '../media/consent-prompt.js';
import { keepVolume, volumeMark } from '../media/sounds.js';
import { Wave } from '../ui/wave.js';
import styles from './media-card.module.css';
import { faultText } from '../media/fault-text.js';
import { clock } from '../live/times.js';
import { t as gameText } from './texts.js';
import { Button } from '../controls/button.js';

/** Here and not among the texts of the game, which every player loads first. */
const t = textsOf('mediaCard', {
  openYoutube: 'Open on YouTube',
  tapToStart: 'Tap to start the music',
  blockedText: 'Your browser only plays sound after you tap.',
  clipPlaying: 'Audio clip playing',
  clipPaused: 'Audio clip paused',
  clipLoading: 'Loading the clip…',
  clipEnded: 'The clip has ended',
  skipQuestion: 'Skip this question',
  volume: 'Volume',
  faultNext: 'Try again, play the song another way, or skip this question.',
});

interface MediaCardProps {
  readonly media: Media;
  readonly playback: Playback | null;
  readonly compact?: boolean;
  /** Closes the question without a winner. */
  readonly onSkip?: (() => void) | undefined;
  /** After a verdict: skipping has no effect. */
  readonly resting?: boolean;
}

/** A video must stay visible and uncovered. Its place is always mounted, so that the player survives a question. */
export function MediaCard({ media, playback, compact = false, onSkip, resting = false }: MediaCardProps) {
  const { deck, state, videoPlace, waitsForConsent } = media;
  const video = playback?.medium.kind === 'youtube';
  const failed = state.status === 'failed';
  return (
    <div className={styles.card} data-compact={compact} data-testid="media" data-status={state.status}>
      <div className={styles.video} hidden={!video || failed || waitsForConsent} ref={videoPlace} />
      {waitsForConsent && <ConsentPrompt as="place" />}
      {playback?.medium.kind === 'clip' && !failed && <Clip deck={deck} state={state} />}
      {failed && <Fault deck={deck} state={state} playback={playback} onSkip={onSkip} resting={resting} />}
      {state.blocked && !failed && (
        <div className={styles.blocked} role="alert">
          <span>{t('blockedText')}</span>
          <Button leftSection={<IconHandFinger size={20} aria-hidden />} onClick={() => deck.unblock()}>
            {t('tapToStart')}
          </Button>
        </div>
      )}
      {playback && !compact && !waitsForConsent && <Volume deck={deck} />}
    </div>
  );
}

function Volume({ deck }: Pick<Media, 'deck'>) {
  const [volume, setVolume] = useState(volumeMark);
  const Sign = volume === 0 ? IconVolumeOff : IconVolume;
  return (
    <label className={styles.volume}>
      <Sign size={18} aria-hidden />
      <span className="sr-only">{t('volume')}</span>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={Math.round(volume * 100)}
        onChange={(event) => {
          const share = Number(event.currentTarget.value) / 100;
          setVolume(share);
          keepVolume(share);
          deck.setVolume(share);
        }}
      />
    </label>
  );
}

function Clip({ deck, state }: Pick<Media, 'deck' | 'state'>) {
  const playing = state.status === 'playing';
  const position = useSyncExternalStore(everyTick, () => Math.floor(deck.positionMs() / TICK_MS) * TICK_MS);
  const length = deck.lengthMs();
  const words = {
    playing: t('clipPlaying'),
    loading: t('clipLoading'),
    buffering: t('clipLoading'),
    ended: t('clipEnded'),
  } as const;
  const Sign = playing ? IconMusic : IconPlayerPauseFilled;
  return (
    <div className={styles.clip} data-playing={playing}>
      <div className={styles.wave}>
        <Wave progress={length > 0 ? position / length : 0} playing={playing} bars={56} className={styles.bars} />
      </div>
      <div className={styles.line}>
        <Sign size={18} aria-hidden />
        <span>{state.status in words ? words[state.status as keyof typeof words] : t('clipPaused')}</span>
        <span className={styles.time}>{length > 0 ? `${clock(position)} / ${clock(length)}` : clock(position)}</span>
      </div>
    </div>
  );
}

function Fault({
  deck,
  state,
  playback,
  onSkip,
  resting,
}: Pick<Media, 'deck' | 'state'> & Pick<MediaCardProps, 'playback' | 'onSkip' | 'resting'>) {
  const medium = playback?.medium;
  return (
    <div className={styles.fault} role="alert">
      <strong>{faultText(state.fault)}</strong>
      <span className={styles.next}>{t('faultNext')}</span>
      <div className={styles.ways}>
        <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={() => deck.retry()}>
          {gameText('retry')}
        </Button>
        {medium?.kind === 'youtube' && (
          <Button
            variant="default"
            component="a"
            target="_blank"
            rel="noreferrer"
            href={`https://www.youtube.com/watch?v=${medium.videoId}&t=${Math.floor(medium.start ?? 0)}`}
            leftSection={<IconExternalLink size={18} aria-hidden />}
          >
            {t('openYoutube')}
          </Button>
        )}
        {onSkip && (
          <Button
            variant="default"
            leftSection={<IconPlayerSkipForward size={18} aria-hidden />}
            disabled={resting ?? false}
            onClick={onSkip}
          >
            {t('skipQuestion')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Players do not report their position. */
const TICK_MS = 200;
function everyTick(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}
