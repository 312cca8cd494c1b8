import { isSongNews, type QuestionId, SONG_DRIFT_MS } from '@earworm/rules';

/** What this player last told the room of a song: by how much its start lies before the clock, ms. */
export interface SongTold {
  readonly questionId: QuestionId;
  readonly offsetMs: number;
}

/** `now` by the room's clock; all in ms. */
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
 * True when the room reckons with something else and this player has not told it so before: of two desks that hear a
 * song apart each would otherwise contradict the other with every look.
 */
export function isOwnNews(song: Song, told: SongTold | null, heard: HeardNow): boolean {
  if (!isSongNews(song, heard.now, heard.lengthMs, heard.heardMs)) return false;
  if (told?.questionId !== song.questionId || song.songLengthMs === null) return true;
  return Math.abs(toldOf(song, heard).offsetMs - told.offsetMs) >= SONG_DRIFT_MS;
}
