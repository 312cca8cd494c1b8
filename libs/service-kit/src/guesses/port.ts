export interface GuessTerms {
  /** Guesses that cost nothing. */
  readonly free: number;
  /** The longest wait in seconds. */
  readonly longestWait: number;
  /** Seconds after the last guess until all are forgotten. */
  readonly forgetAfter: number;
}

/**
 * Slows guessing at one account: after the free guesses each further one doubles the wait (1 s, 2 s, 4 s …). Counted by
 * account, apart for each browser that is known to be its owner's, and never by address, because a venue is one address; counted before the password is looked at, so that a
 * hundred guesses sent at once are not all let in.
 */
export interface Guesses {
  /** Seconds still to wait; 0: counted, go on. A refused guess does not lengthen the wait. */
  spend(account: string): Promise<number>;
  /** The right password was given: nothing was guessed. */
  forget(account: string): Promise<void>;
}
