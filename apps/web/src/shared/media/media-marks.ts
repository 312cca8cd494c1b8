import { read, remove, write } from '../../platform/storage/local.js';

/** 0 to 1. */
export function volumeMark(): number {
  const stored = Number(read('volume') ?? 1);
  return stored >= 0 && stored <= 1 ? stored : 1;
}

export const keepVolume = (share: number): void => write('volume', String(share));

/** How often YouTube's player was asked for a video in this browser. */
export const videoCalls = () => Number(read('video-calls') ?? 0) || 0;
export const countVideoCall = () => write('video-calls', String(videoCalls() + 1));
export const resetVideoCalls = () => remove('video-calls');
