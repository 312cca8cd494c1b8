export interface PartitionTimes {
  /** Longer than all replicas need to notice an outage of the bus itself: then there is no replica to hand over to. */
  readonly handOverAfterMs: number;
  /** Time on the bus before a replica that handed over takes a share: a flapping connection must not move games. */
  readonly shareAfterMs: number;
}

/** Decides what a replica does when it loses the bus. `now` is monotonic, ms. */
export class PartitionDetector {
  #cutOffSince: number | undefined;
  #countsFrom = Number.NEGATIVE_INFINITY;
  #hasHandedOver = false;

  constructor(private readonly times: PartitionTimes) {}

  counts(isConnected: boolean, now: number): boolean {
    if (!isConnected) {
      if (this.#hasHandedOver) this.#countsFrom = now + this.times.shareAfterMs;
      return false;
    }
    if (now < this.#countsFrom) return false;
    this.#hasHandedOver = false;
    return true;
  }

  /** Whether the replica must hand its shards over: it alone is cut off. */
  isCutOffAlone(isConnected: boolean, members: number, now: number): boolean {
    this.#cutOffSince = isConnected || members === 0 ? undefined : (this.#cutOffSince ?? now);
    const isAlone = this.#cutOffSince !== undefined && now - this.#cutOffSince >= this.times.handOverAfterMs;
    if (isAlone) this.#hasHandedOver = true;
    return isAlone;
  }
}
