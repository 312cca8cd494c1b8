import { useEffect, useEffectEvent, useRef } from 'react';
import { isPlaying } from '../../shared/live/round.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import type { Media } from '../../shared/media/use-media.js';

const LOOK_EVERY_MS = 250;
/** A position that stands this long is no sound: an ad before the song, or a player that waits for more of it. */
const STANDS_AFTER_MS = 750;

/**
 * The desk that plays the music reports whether the song is heard, by its position: a player says that it plays while an ad
 * runs. Looks only while the song is wanted; a report that fails is made again.
 */
export function useSoundNotes({ state, send }: LiveGame, { deck }: Media, plays: boolean): void {
  const { view } = state;
  const current = view?.current;
  const wanted =
    plays && !!current && isPlaying(view, current) && view.settings.musicOn === 'desk' && state.connection === 'online';
  const questionId = current?.questionId;
  const heard = useRef({ positionMs: 0, movedAt: -Infinity });
  const isOnItsWay = useRef(false);
  const begin = useEffectEvent(() => {
    // A song that goes on is given time to.
    const movedAt = current?.sounding === false ? -Infinity : performance.now();
    heard.current = { positionMs: deck.positionMs(), movedAt };
  });
  const look = useEffectEvent(() => {
    const positionMs = deck.positionMs();
    const { status } = deck.state;
    if (status === 'playing' && positionMs !== heard.current.positionMs) heard.current.movedAt = performance.now();
    heard.current.positionMs = positionMs;
    const isOver = status === 'ended' || status === 'failed';
    const sounding = !isOver && performance.now() - heard.current.movedAt < STANDS_AFTER_MS;
    if (!current || current.sounding === sounding || isOnItsWay.current) return;
    isOnItsWay.current = true;
    void send({ type: 'noteSound', questionId: current.questionId, sounding }).then(() => {
      isOnItsWay.current = false;
    });
  });
  useEffect(() => {
    if (!wanted) return;
    begin();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [wanted, questionId]);
}
