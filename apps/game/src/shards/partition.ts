/** In ms. */
export interface PartitionTimes {
  /** Longer than all replicas need to notice an outage of the bus itself: then there is no replica to hand over to. */
  readonly handOverAfterMs: number;
  /** After a hand-over, time back on the bus before a share is taken again: a flapping connection must not move games. */
  readonly shareAfterMs: number;
}

/** What follows for a replica from whether it is on the bus. Times are of its own monotonic clock, ms. */
export class PartitionDetector {
  /** Since when others are on the bus and this replica is not. */
  #cutOffSince: number | undefined;
  #countsFrom = Number.NEGATIVE_INFINITY;
  #gaveAway = false;

  constructor(private readonly times: PartitionTimes) {}

  /** Whether it is to be counted among those who share the games. */
  counts(isConnected: boolean, now: number): boolean {
    if (!isConnected) {
      if (this.#gaveAway) this.#countsFrom = now + this.times.shareAfterMs;
      return false;
    }
    if (now < this.#countsFrom) return false;
    this.#gaveAway = false;
    return true;
  }

  /**
   * True from when it has to give its shards away: its games would be silent for as long as it is cut off.
   * @param members how many are counted
   */
  isCutOffAlone(isConnected: boolean, members: number, now: number): boolean {
    this.#cutOffSince = isConnected || members === 0 ? undefined : (this.#cutOffSince ?? now);
    const isAlone = this.#cutOffSince !== undefined && now - this.#cutOffSince >= this.times.handOverAfterMs;
    if (isAlone) this.#gaveAway = true;
    return isAlone;
  }
}
