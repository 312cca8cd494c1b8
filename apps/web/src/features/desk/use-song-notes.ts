import { useEffect, useEffectEvent, useRef } from 'react';
import { SONG_MAX_MS } from '@earworm/rules';
import { isPlaying } from '../../shared/live/round.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import type { Media } from '../../shared/media/use-media.js';
import { isOwnNews, type SongTold, toldOf } from './song-told.js';

/** A replay, a jump in the video's own controls or a slow start is told this soon. */
const LOOK_EVERY_MS = 1_000;

/**
 * The desk hears the song: it tells the room how long it is and how far, whenever the room reckons with something else.
 * Only while it plays; a note that fails is no matter, the next look sends another. Of several desks the one that plays the music.
 */
export function useSongNotes({ state, send }: LiveGame, { deck, state: media }: Media, plays: boolean): void {
  const { view } = state;
  const current = view?.current;
  const playing =
    plays && media.status === 'playing' && !!current && isPlaying(view, current) && state.connection === 'online';
  const told = useRef<SongTold | null>(null);
  const look = useEffectEvent(() => {
    const lengthMs = Math.round(deck.lengthMs());
    const heardMs = Math.round(deck.positionMs());
    // A stream without an end has no wave; a song that is only being loaded would tell of the one before it.
    if (!current || deck.state.status !== 'playing' || lengthMs < 1 || lengthMs > SONG_MAX_MS) return;
    const heard = { now: Date.now() + state.clockOffsetMs, lengthMs, heardMs };
    if (!isOwnNews(current, told.current, heard)) return;
    told.current = toldOf(current, heard);
    void send({ type: 'noteSong', questionId: current.questionId, lengthMs, heardMs }).then(({ ok }) => {
      if (!ok) told.current = null;
    });
  });
  useEffect(() => {
    if (!playing) return;
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [playing]);
}
