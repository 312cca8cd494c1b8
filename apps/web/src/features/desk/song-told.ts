import { isSongNews, type QuestionId, SONG_DRIFT_MS } from '@earworm/rules';

/** What this desk last reported: when the song started on the game's clock, ms. */
export interface SongTold {
  readonly questionId: QuestionId;
  readonly offsetMs: number;
}

/** By the game's clock, ms. */
export interface HeardNow {
  readonly now: number;
  readonly lengthMs: number;
  readonly heardMs: number;
}

type Song = Parameters<typeof isSongNews>[0] & { readonly questionId: QuestionId };

export const toldOf = ({ questionId }: Song, { now, heardMs }: HeardNow): SongTold => ({
  questionId,
  offsetMs: now - heardMs,
});

/**
 * False for a difference that this desk has reported before: two desks that are out of sync would contradict each
 * other forever.
 */
export function isOwnNews(song: Song, told: SongTold | null, heard: HeardNow): boolean {
  if (!isSongNews(song, heard.now, heard.lengthMs, heard.heardMs)) return false;
  if (told?.questionId !== song.questionId || song.songLengthMs === null) return true;
  return Math.abs(toldOf(song, heard).offsetMs - told.offsetMs) >= SONG_DRIFT_MS;
}
