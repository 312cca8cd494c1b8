import { useEffect, useEffectEvent, useRef } from 'react';
import { isPlaying } from '../../shared/live/round.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import type { Media } from '../../shared/media/use-media.js';

const LOOK_EVERY_MS = 250;
/** A position that stands this long means silence: an ad, or buffering. */
const STANDS_AFTER_MS = 750;

/** Reports whether the song is audible, by its position: during an ad the player claims to play. */
export function useSoundReports({ state, send }: LiveGame, { deck }: Media, plays: boolean): void {
  const { view } = state;
  const current = view?.current;
  const wanted =
    plays && !!current && isPlaying(view, current) && view.settings.musicOn === 'desk' && state.connection === 'online';
  const questionId = current?.questionId;
  const lastPosition = useRef({ positionMs: 0, movedAt: -Infinity });
  const isOnItsWay = useRef(false);
  const begin = useEffectEvent(() => {
    // A resumed song gets time to start.
    const movedAt = current?.sounding === false ? -Infinity : performance.now();
    lastPosition.current = { positionMs: deck.positionMs(), movedAt };
  });
  const look = useEffectEvent(() => {
    const positionMs = deck.positionMs();
    const { status } = deck.state;
    if (status === 'playing' && positionMs !== lastPosition.current.positionMs)
      lastPosition.current.movedAt = performance.now();
    lastPosition.current.positionMs = positionMs;
    const isOver = status === 'ended' || status === 'failed';
    const sounding = !isOver && performance.now() - lastPosition.current.movedAt < STANDS_AFTER_MS;
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
