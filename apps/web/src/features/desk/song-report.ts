import { isSongNews, type QuestionId, SONG_DRIFT_MS } from '@earworm/rules';

/** What this desk last reported: when the song started on the game's clock, ms. */
export interface SongReport {
  readonly questionId: QuestionId;
  readonly offsetMs: number;
}

/** By the game's clock, ms. */
export interface SongPosition {
  readonly now: number;
  readonly lengthMs: number;
  readonly heardMs: number;
}

type Song = Parameters<typeof isSongNews>[0] & { readonly questionId: QuestionId };

export const reportOf = ({ questionId }: Song, { now, heardMs }: SongPosition): SongReport => ({
  questionId,
  offsetMs: now - heardMs,
});

/**
 * False for a difference that this desk has reported before: two desks that are out of sync would contradict each
 * other forever.
 */
export function isWorthReporting(song: Song, reported: SongReport | null, position: SongPosition): boolean {
  if (!isSongNews(song, position.now, position.lengthMs, position.heardMs)) return false;
  if (reported?.questionId !== song.questionId || song.songLengthMs === null) return true;
  return Math.abs(reportOf(song, position).offsetMs - reported.offsetMs) >= SONG_DRIFT_MS;
}
