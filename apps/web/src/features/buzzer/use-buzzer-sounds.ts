import { useEffect, useRef } from 'react';
import { useWakeSounds } from '../../shared/live/use-sounds.js';
import { playSound, type Sound } from '../../shared/media/sounds.js';
import type { BuzzerKind } from './buzzer-state.js';

const SOUNDS: Partial<Record<BuzzerKind, Sound>> = { sent: 'buzz', right: 'right', wrong: 'wrong' };

/** A phone sounds for its own press and its own verdict only: the room has a desk for the rest. */
export function useBuzzerSounds(kind: BuzzerKind): void {
  useWakeSounds();
  const before = useRef(kind);
  useEffect(() => {
    if (before.current === kind) return;
    before.current = kind;
    const sound = SOUNDS[kind];
    // After the frame that shows it: what is seen must not wait for what is heard.
    if (sound) setTimeout(() => playSound(sound));
  }, [kind]);
}
