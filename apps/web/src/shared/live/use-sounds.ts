import { useEffect } from 'react';
import type { GameClient } from '@earworm/client';
import { playSound, type Sound, wakeSounds } from '../media/sounds.js';
import { useGameEvents } from './use-game.js';

/** Browsers count pointerup as activation, not always pointerdown. */
const TOUCHES = ['pointerdown', 'pointerup', 'keydown'] as const;

export function useWakeSounds(): void {
  useEffect(() => {
    if (navigator.userActivation?.hasBeenActive) wakeSounds();
    for (const touch of TOUCHES) addEventListener(touch, wakeSounds);
    return () => {
      for (const touch of TOUCHES) removeEventListener(touch, wakeSounds);
    };
  }, []);
}

export function useGameSounds(client: GameClient): void {
  useWakeSounds();
  useGameEvents(client, (events) => {
    // After a moment offline only the last event is news.
    const recent = events
      .map(({ type, correct }): Sound | null => {
        if (type === 'playerBuzzed' || type === 'buzzArrived') return 'buzz';
        return type === 'answerJudged' ? (correct === true ? 'right' : 'wrong') : null;
      })
      .findLast((sound) => sound !== null);
    if (recent) playSound(recent);
  });
}
