/** Wall-clock time of this process that never jumps: the time at its start plus what the monotonic clock has counted. */
export interface Clock {
  /** ms since the epoch, whole. */
  now(): number;
  /** Monotonic ms, for deadlines and ages. */
  ticks(): number;
}

export const systemClock: Clock = {
  now: () => Math.floor(performance.timeOrigin + performance.now()),
  ticks: () => performance.now(),
};
