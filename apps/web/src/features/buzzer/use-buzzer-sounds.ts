import { useEffect, useRef } from 'react';
import { useWakeSounds } from '../../shared/live/use-sounds.js';
import { playSound, type Sound } from '../../shared/media/sounds.js';
import type { BuzzerKind } from './buzzer-state.js';

const SOUNDS: Partial<Record<BuzzerKind, Sound>> = { sent: 'buzz', right: 'right', wrong: 'wrong' };

/** A phone plays only its own buzz and verdict; the desk plays all. */
export function useBuzzerSounds(kind: BuzzerKind): void {
  useWakeSounds();
  const before = useRef(kind);
  useEffect(() => {
    if (before.current === kind) return;
    before.current = kind;
    const sound = SOUNDS[kind];
    if (sound) setTimeout(() => playSound(sound));
  }, [kind]);
}
