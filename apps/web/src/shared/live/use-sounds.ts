import { useEffect } from 'react';
import type { GameClient } from '@earworm/client';
import { playSound, type Sound, wakeSounds } from '../media/sounds.js';
import { useGameEvents } from './use-game.js';

/** What counts as a touch for browsers: a finger that comes down alone does not, one that goes up does. */
const TOUCHES = ['pointerdown', 'pointerup', 'keydown'] as const;

/** Lets this page sound from its visitor's first touch on, also when that was on the page before. */
export function useWakeSounds(): void {
  useEffect(() => {
    if (navigator.userActivation?.hasBeenActive) wakeSounds();
    for (const touch of TOUCHES) addEventListener(touch, wakeSounds);
    return () => {
      for (const touch of TOUCHES) removeEventListener(touch, wakeSounds);
    };
  }, []);
}

/** Desk and stage: every press and every verdict of the room can be heard. */
export function useRoomSounds(client: GameClient): void {
  useWakeSounds();
  useGameEvents(client, (events) => {
    // Of what comes at once after a moment offline only the last is news.
    const heard = events
      .map(({ type, correct }): Sound | null => {
        if (type === 'playerBuzzed') return 'buzz';
        return type === 'answerJudged' ? (correct === true ? 'right' : 'wrong') : null;
      })
      .findLast((sound) => sound !== null);
    if (heard) playSound(heard);
  });
}
