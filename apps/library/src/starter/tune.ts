export type Timbre = 'piano' | 'strings' | 'flute' | 'musicBox';

/** A public-domain tune as it stands in the starter quiz, and how its clip is made. */
export interface Tune {
  /** Opaque: a player who sees the clip's address must not learn the tune. */
  readonly clipId: string;
  readonly title: string;
  readonly answer: string;
  readonly points: number;
  readonly timbre: Timbre;
  /** Beats a minute at the start and at the end. */
  readonly tempo: readonly [number, number];
  readonly bar: number;
  /** In the notation of `readLine`. */
  readonly melody: string;
  readonly bass: string;
}

export interface TuneCategory {
  readonly name: string;
  readonly tunes: readonly Tune[];
}
