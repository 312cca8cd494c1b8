import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evidenceIn } from '../evidence/evidence.js';
import { GameEvent } from '../events.js';
import { given } from '../testing/given-when-then.js';
import { eachEvent, expectAllToFollow } from '../testing/views-follow.js';
import {
  buzzesLate,
  changesSettings,
  creates,
  joins,
  judges,
  allowsSeat,
  leaves,
  ordersBuzzes,
  requestsSeat,
  selects,
  starts,
  type Step,
  undoes,
} from '../testing/steps.js';
import { playWishes, startedGames, startedGamesOfTeams } from '../testing/stories.js';
import { correctedStories } from '../testing/wishes.js';
import { timelineRow } from '../timeline/row.js';
import { viewEventOf } from '../view-events.js';
import { VIEW_KINDS } from '../views.js';
import { viewOf } from '../views/view-of.js';
import type { Doubt } from './timing.js';

const corrected = changesSettings({ buzzOrder: { mode: 'corrected', holdMs: 80, creditMs: 150 } });
const onSong = [creates(), joins('ann'), joins('bob'), joins('cem'), corrected, starts(), selects('q100')];
const soon = (ms: number, step: Step): Step => ({ ...step, after: ms });
const doubted = (doubt: Doubt, { timing, ...step }: Step): Step => ({
  ...step,
  ...(timing && { timing: { ...timing, doubt } }),
});
const held = [
  ...onSong,
  doubted('far-touches', buzzesLate('ann', 'q100', 10)),
  soon(40, buzzesLate('bob', 'q100', 110)),
];
const settling = (steps: readonly Step[]): Step[] => [
  ...steps,
  soon(40, ordersBuzzes(given(...steps).playing().current?.hold?.version ?? 0)),
];
const settled = settling(held);
const doubtsIn = (steps: readonly Step[]) => viewOf(given(...steps).game(), 'full').current?.doubts;
const undoesLast = (steps: readonly Step[]) => undoes(given(...steps).playing().lastVerdict?.version ?? 0);
const ofAnn = [{ playerId: 'ann', doubt: 'far-touches' }];

describe('The doubt about a buzz', () => {
  it('changes no order', () => {
    const trusting = settling([...onSong, buzzesLate('ann', 'q100', 10), soon(40, buzzesLate('bob', 'q100', 110))]);
    expect(given(...settled).playing().current?.answerQueue).toEqual(given(...trusting).playing().current?.answerQueue);
  });

  it('reaches desks with the order, and not before', () => {
    expect([doubtsIn(held), doubtsIn(settled)]).toEqual([undefined, ofAnn]);
    expectAllToFollow(given(...settled));
  });

  it('reaches desks of several holds on one question, also after a verdict was undone', () => {
    const wrong = settling([...settled, judges('bob', false, 'q100'), judges('ann', false, 'q100')]);
    const again = settling([...wrong, soon(30, doubted('late-echoes', buzzesLate('cem', 'q100', 20)))]);
    const both = [...ofAnn, { playerId: 'cem', doubt: 'late-echoes' }];
    expect([doubtsIn(again), doubtsIn([...again, undoesLast(again)])]).toEqual([both, both]);
    expectAllToFollow(given(...again, undoesLast(again)));
  });

  it('replaces the earlier one about the same player', () => {
    const first = [...settled, judges('bob', false, 'q100'), judges('ann', false, 'q100')];
    const again = settling([...first, soon(30, doubted('far-from-venue', buzzesLate('ann', 'q100', 20)))]);
    expect(doubtsIn(again)).toEqual([{ playerId: 'ann', doubt: 'far-from-venue' }]);
  });

  it('ends with the question', () => {
    const over = [...settled, judges('bob', true, 'q100'), selects('q200')];
    expect(doubtsIn(over)).toBeUndefined();
  });

  it('appears in the timeline of the buzz, and nowhere in the evidence', () => {
    const { log } = given(...settled);
    const rows = log.map((event, index) => timelineRow(index + 1, null, event));
    expect(rows.filter(({ doubt }) => doubt).map(({ type, playerId }) => [type, playerId])).toEqual([
      ['buzzArrived', 'ann'],
    ]);
    const lines: (string | null)[] = [];
    eachEvent(log, (before, event, after) => lines.push(evidenceIn(before, event, after)));
    expect(lines.some((line) => line?.includes('buzzArrived'))).toBe(true);
    expect(lines.join()).not.toContain('far-touches');
  });

  it('reaches no player and no stage, in any random game', () => {
    let count = 0;
    const beginnings = fc.oneof(startedGames([3, 30], corrected), startedGamesOfTeams([5, 23], 3, corrected));
    fc.assert(
      fc.property(beginnings, correctedStories, (start, wishes) => {
        const { log } = playWishes(start, wishes);
        eachEvent(log, (before, event, after) => {
          for (const kind of VIEW_KINDS) {
            const sent = JSON.stringify([viewEventOf(before, event, after, kind, after.version), viewOf(after, kind)]);
            if (kind !== 'full') expect(sent).not.toContain('doubt');
            else if (sent.includes('doubts')) count += 1;
          }
        });
      }),
      { numRuns: 30 },
    );
    expect(count).toBeGreaterThan(0);
  });

  it('rejects one of no known kind in the log', () => {
    const arrived = given(...held).log.find(({ type }) => type === 'buzzArrived');
    expect(GameEvent.safeParse(arrived).success).toBe(true);
    expect(GameEvent.safeParse({ ...arrived, doubt: 'liar' }).success).toBe(false);
  });

  it('follows a player to another device, and stays when they leave', () => {
    const moved = [...settled, requestsSeat('annika', 'ann'), allowsSeat('annika', 1)];
    expect(doubtsIn(moved)).toEqual([{ playerId: 'annika', doubt: 'far-touches' }]);
    expectAllToFollow(given(...moved));
    expectAllToFollow(given(...settled, leaves('ann')));
  });
});
