import { useEffect, useEffectEvent, useRef } from 'react';
import { SONG_MAX_MS } from '@earworm/rules';
import { isPlaying } from '../../shared/live/round.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import type { Media } from '../../shared/media/use-media.js';
import { isWorthReporting, type SongReport, reportOf } from './song-report.js';

/** A replay, a seek or a slow start is reported this soon. */
const LOOK_EVERY_MS = 1_000;

/**
 * Reports length and position of the song when the game's estimate is off. A failed report is repeated with the next
 * look. Only the desk that plays the music reports.
 */
export function useSongReports({ state, send }: LiveGame, { deck, state: media }: Media, plays: boolean): void {
  const { view } = state;
  const current = view?.current;
  const playing =
    plays && media.status === 'playing' && !!current && isPlaying(view, current) && state.connection === 'online';
  const reported = useRef<SongReport | null>(null);
  const look = useEffectEvent(() => {
    const lengthMs = Math.round(deck.lengthMs());
    const heardMs = Math.round(deck.positionMs());
    // A live stream has no length; while a song loads, the player reports the one before it.
    if (!current || deck.state.status !== 'playing' || lengthMs < 1 || lengthMs > SONG_MAX_MS) return;
    const songPosition = { now: Date.now() + state.clockOffsetMs, lengthMs, heardMs };
    if (!isWorthReporting(current, reported.current, songPosition)) return;
    reported.current = reportOf(current, songPosition);
    void send({ type: 'noteSong', questionId: current.questionId, lengthMs, heardMs }).then(({ ok }) => {
      if (!ok) reported.current = null;
    });
  });
  useEffect(() => {
    if (!playing) return;
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [playing]);
}
