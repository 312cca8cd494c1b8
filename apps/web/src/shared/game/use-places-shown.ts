import { useEffect, useState } from 'react';
import { type Leader, ranksOf } from '@earworm/rules';
import { wantsStill } from '../ui/use-confetti.js';
import { winnersOf } from './winners.js';

/** Also what a presenter's remote sends for the next slide. */
const KEYS: readonly string[] = ['Enter', ' ', 'Escape', 'ArrowRight', 'PageDown'];
const FIRST_MS = 1_000;
const NEXT_MS = 1_600;
/** How much longer than the others the first place is waited for. */
const DRUMROLL_MS = 800;

/** After the end of the game, ms; `place` from 1. */
const shownAfter = (place: number, places: number): number =>
  FIRST_MS + (place - 1) * NEXT_MS + (place === places ? DRUMROLL_MS : 0);

export const ON_PODIUM = 3;

/** The places of the podium in the order in which they are shown: equal ones together, none without a winner. */
export const placesToShow = (leaders: readonly Leader[]): readonly number[] =>
  winnersOf(leaders).length === 0 ? [] : [...new Set(ranksOf(leaders).slice(0, ON_PODIUM))].toReversed();

interface PlacesShown {
  readonly shown: number;
  /** The game ended just now: who looks at the page was there. */
  readonly isLive: boolean;
}

/**
 * How many places of the podium are shown, which begins with the last. By the server's clock, so that all stages of a
 * game show the same, phones wait for them, and a page that is opened later shows all.
 */
export function usePlacesShown(places: number, endedAt: number, clockOffsetMs: number): PlacesShown {
  const sinceEnd = () => Math.max(0, Date.now() + clockOffsetMs - endedAt);
  const [isLive] = useState(() => sinceEnd() < shownAfter(places, places));
  const [shown, setShown] = useState(() => {
    if (wantsStill() || !isLive) return places;
    return Array.from({ length: places }).filter((_, at) => shownAfter(at + 1, places) <= sinceEnd()).length;
  });
  useEffect(() => {
    if (shown >= places) return;
    const timer = setTimeout(() => setShown(shown + 1), shownAfter(shown + 1, places) - sinceEnd());
    const skip = () => setShown(places);
    const onKey = (press: KeyboardEvent) => {
      if (KEYS.includes(press.key) && !press.repeat && !isOnControl(press)) skip();
    };
    const onClick = (click: MouseEvent) => {
      if (!isOnControl(click)) skip();
    };
    addEventListener('keydown', onKey);
    addEventListener('click', onClick);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', onKey);
      removeEventListener('click', onClick);
    };
  });
  return { shown, isLive };
}

const isOnControl = ({ target }: Event): boolean => target instanceof Element && target.closest('button, a') !== null;
