/** The wall clock at the start of the process plus monotonic time since: it never jumps. */
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
