import { describe, expect, it } from '@jest/globals';
import { isSongNews, QuestionId, songHeardMs } from '@earworm/rules';
import { type SongPosition, isWorthReporting, type SongReport, reportOf } from './song-report.js';

const LENGTH_MS = 180_000;

/** A room in which each desk's player is so far into the song a moment after it began; they look once a second. */
function roomOf(...aheadMs: readonly number[]) {
  const song = { questionId: QuestionId.parse('q1'), heardMs: 0, heardSince: 0, songLengthMs: null as number | null };
  const desks = aheadMs.map((ahead) => ({ ahead, reported: null as SongReport | null, notes: 0 }));
  let now = 0;
  const look = () => {
    for (const desk of desks) {
      const position: SongPosition = { now, lengthMs: LENGTH_MS, heardMs: now + desk.ahead };
      if (!isWorthReporting(song, desk.reported, position)) continue;
      desk.notes++;
      desk.reported = reportOf(song, position);
      if (isSongNews(song, now, position.lengthMs, position.heardMs))
        Object.assign(song, { heardMs: position.heardMs, heardSince: now, songLengthMs: position.lengthMs });
    }
  };
  return {
    desks,
    goesOn(seconds: number) {
      for (let at = 0; at < seconds; at++, now += 1_000) look();
    },
    heardMs: () => songHeardMs(song, now),
    now: () => now,
  };
}

describe('the song position report of a desk', () => {
  it('occurs once on each of two desks that play three seconds apart', () => {
    const room = roomOf(0, 3_000);
    room.goesOn(60);
    expect(room.desks.map(({ notes }) => notes)).toEqual([1, 1]);
  });

  it('repeats when the player of the desk has jumped', () => {
    const room = roomOf(0);
    room.goesOn(10);
    room.desks[0]!.ahead = -10_000;
    room.goesOn(10);
    expect(room.desks[0]!.notes).toBe(2);
    expect(room.heardMs()).toBe(room.now() - 10_000);
  });

  it('occurs for each question, and never for what the game has already', () => {
    const song = { questionId: QuestionId.parse('q2'), heardMs: 0, heardSince: 0, songLengthMs: null };
    const position = { now: 5_000, lengthMs: LENGTH_MS, heardMs: 5_000 };
    const reported = { questionId: QuestionId.parse('q1'), offsetMs: 0 };
    expect(isWorthReporting(song, reported, position)).toBe(true);
    expect(isWorthReporting({ ...song, songLengthMs: LENGTH_MS }, null, position)).toBe(false);
  });
});
