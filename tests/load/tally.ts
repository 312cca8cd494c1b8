/** An acknowledged command: what the log must hold afterwards. */
export interface Acknowledged {
  readonly gameId: string;
  readonly commandId: string;
  readonly version: number;
  readonly playerId: string;
  /** False for buzzes of the warm-up: audited, but not counted. */
  readonly measured: boolean;
}

/** A buzz as the sockets of its game were shown it. */
export interface Delivered {
  readonly gameId: string;
  readonly version: number;
  readonly playerId: string;
}

/** Everything that is counted during a run. */
export class Tally {
  sent = 0;
  /** Answered, but nothing was appended: the buzz came too late or changed nothing. */
  ignored = 0;
  /** Events on a socket that belong to another game. */
  foreign = 0;
  /** Accepted buzzes that some socket of the game never saw. */
  unseen = 0;
  readonly acknowledged: Acknowledged[] = [];
  readonly delivered: Delivered[] = [];
  /** Scheduled → seen by the last socket of the game, ms. */
  readonly latencies: number[] = [];
  /** Why a game's moderator could not go on; that game then takes no more buzzes. */
  readonly stuck: string[] = [];
  /** Why people did not get a seat, where others then play without them. */
  readonly turnedAway: string[] = [];
  readonly refusals = new Map<string, number>();
  /** Buzzes scheduled before this are warm-up: played and audited, but not measured. */
  measureFrom = Infinity;

  isMeasured(scheduledAt: number): boolean {
    return scheduledAt >= this.measureFrom;
  }

  accepted(command: Acknowledged): void {
    this.acknowledged.push(command);
  }

  /** The first socket of its game was shown a buzz. */
  recordDelivered(buzz: Delivered): void {
    this.delivered.push(buzz);
  }

  /** The last one was shown a buzz that was due then. */
  recordLatency(scheduledAt: number): void {
    this.latencies.push(performance.now() - scheduledAt);
  }

  refused(code: string, measured: boolean): void {
    if (measured) this.ignored++;
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }
}
