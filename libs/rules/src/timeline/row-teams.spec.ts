import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fixedExamples, playWishes, startedGamesOfTeams } from '../testing/stories.js';
import { eachEvent } from '../testing/views-follow.js';
import { wishesOf } from '../testing/wishes.js';
import { viewEventOf } from '../view-events.js';
import { timelineRow } from './row.js';
import { TeamsOfRows } from './row-teams.js';

const COUNTED = ['playerBuzzed', 'buzzArrived', 'falseStarted', 'answerJudged', 'verdictUndone', 'verdictChanged'];
const wishes = wishesOf({
  ...{ buzz: 10, judge: 4, judgeRight: 2, select: 4, team: 5, undo: 3, changeVerdict: 2, leave: 1, rejoin: 1 },
  ...{ remove: 1, move: 2, moveUser: 2, requestSeat: 1, answerSeat: 1, unanswered: 1, wild: 1, musicDesk: 3 },
});
const stories = fc.tuple(startedGamesOfTeams([2, 5, 23], 3), fc.array(wishes, { minLength: 30, maxLength: 90 }));

describe('The rows of a timeline', () => {
  it('tell for which team each buzz and verdict counts, as the rules count it', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        const { log } = playWishes(beginning, list);
        const teams = new TeamsOfRows();
        teams.follow(timelineRow(1, null, log[0]!));
        eachEvent(log, (before, event, after) => {
          const team = teams.follow(timelineRow(after.version, null, event));
          if (!COUNTED.includes(event.type)) return expect(team).toBeUndefined();
          // Views do not have whose buzz is held.
          const seenEvent =
            event.type === 'buzzArrived' ? event : viewEventOf(before, event, after, 'full', after.version);
          expect([event, team]).toEqual([event, (seenEvent as { team?: number }).team]);
          if (team !== undefined) seen.add(event.type);
        });
      }),
      { numRuns: 100, examples: fixedExamples(stories) },
    );
    expect([...seen].sort()).toEqual([...COUNTED].sort());
  });

  it('tell of no team in a game without', () => {
    const teams = new TeamsOfRows();
    const at = { at: 0, user: null };
    expect(teams.follow({ version: 1, type: 'playerBuzzed', ...at })).toBeUndefined();
    expect(teams.follow({ version: 2, type: 'verdictUndone', ...at, verdict: 7 })).toBeUndefined();
  });
});
