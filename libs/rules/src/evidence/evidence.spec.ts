import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GameEvent } from '../events.js';
import { evolve } from '../evolve.js';
import { NO_GAME, type Game } from '../state.js';
import { given } from '../testing/given-when-then.js';
import {
  buzzesLate,
  changesSettings,
  completes,
  creates,
  joins,
  judges,
  later,
  ordersBuzzes,
  reopens,
  selects,
  starts,
  type Step,
} from '../testing/steps.js';
import { eachEvent } from '../testing/views-follow.js';
import { playWishes, startedGames, startedGamesOfTeams } from '../testing/stories.js';
import { correctedStories } from '../testing/wishes.js';
import { VIEW_KINDS } from '../views.js';
import { viewOf } from '../views/view-of.js';
import { chainOf, evidenceIn, scoresOf } from './evidence.js';
import { checkEvidence, EVIDENCE_FORMAT, type EvidenceFile, textOf } from './verify.js';

const corrected = changesSettings({ buzzOrder: { mode: 'corrected', holdMs: 80, creditMs: 150 } });
const duo = [creates(), joins('ann'), joins('bob')];
const held = [
  starts(),
  selects('q100'),
  buzzesLate('ann', 'q100', 10),
  { ...buzzesLate('bob', 'q100', 110), after: 40 },
];
const settling = (steps: readonly Step[]) => {
  const { current } = given(...steps).playing();
  return [...steps, later(1, ordersBuzzes(current?.hold?.version ?? 0))];
};
const judged = [...settling([...duo, corrected, ...held]), judges('bob', true, 'q100')];

const problemsOf = (file: EvidenceFile) => checkEvidence(textOf(file)).problems;

/** As the game service exports it. */
function fileOf({ log }: { readonly log: readonly GameEvent[] }): EvidenceFile {
  const lines: string[] = [];
  eachEvent(log, (before, event, after) => {
    const line = evidenceIn(before, event, after);
    if (line !== null) lines.push(line);
  });
  const game = log.reduce(evolve, NO_GAME) as Game;
  const { gameId, evidence } = game;
  return { format: EVIDENCE_FORMAT, gameId, lines, end: evidence ?? chainOf(gameId), scores: scoresOf(game) };
}

describe('The evidence of a game', () => {
  it('ends on every screen when the game ends, and goes on after it is reopened', () => {
    const over = given(...judged, completes());
    const { evidence } = over.game();
    expect(evidence).toMatch(/^[0-9a-f]{64}$/);
    for (const kind of VIEW_KINDS) {
      expect(viewOf(over.game(), kind).evidence).toBe(evidence);
      expect(viewOf(given(...judged).game(), kind)).not.toHaveProperty('evidence');
    }
    const again = given(...judged, completes(), reopens(), completes());
    expect(again.game().evidence).not.toBe(evidence);
    expect(problemsOf(fileOf(again))).toEqual([]);
  });

  it('exists only in games that do more than order buzzes by arrival', () => {
    const usual = given(...duo, ...held, judges('ann', true, 'q100'), completes());
    expect(usual.game()).not.toHaveProperty('evidence');
    expect(viewOf(usual.game(), 'full')).not.toHaveProperty('evidence');
  });

  it('names seats, and neither ids nor names', () => {
    const { lines } = fileOf(given(...judged, completes()));
    const ordered = lines
      .map((line) => JSON.parse(line) as { type: string })
      .find(({ type }) => type === 'buzzesOrdered');
    expect(ordered).toMatchObject({
      order: [{ playerId: 3 }, { playerId: 2 }].map(({ playerId }) => ({ playerId: playerId - 1 })),
    });
    expect(lines.join()).not.toMatch(/ann|bob/i);
  });

  it('ends alike when a person is erased from the log', () => {
    const { log, game } = given(...judged, completes());
    const erased = log.map((event) =>
      GameEvent.parse(JSON.parse(JSON.stringify(event).replaceAll('"bob"', '"erased-1"'))),
    );
    const after = erased.reduce(evolve, NO_GAME) as Game;
    expect(after.players.map(({ id }) => id)).toContain('erased-1');
    expect(after.evidence).toBe(game().evidence);
  });
});

describe('A check of exported evidence', () => {
  const startings = fc.constantFrom<Parameters<typeof changesSettings>[0]['buzzOrder']>(
    { mode: 'corrected', holdMs: 80, creditMs: 150 },
    { mode: 'level', holdMs: 80, creditMs: 150 },
    { mode: 'level', holdMs: 80, creditMs: 150, ties: 'allAnswer' },
  );
  const beginnings = startings.chain((buzzOrder) => {
    const mode = changesSettings({ buzzOrder });
    return fc.oneof(startedGames([3, 12], mode), startedGamesOfTeams([5, 12], 3, mode));
  });

  it('finds nothing in any game, and every byte that was changed', () => {
    let orders = 0;
    fc.assert(
      fc.property(
        beginnings,
        correctedStories,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (beginning, list, at, by) => {
          const file = fileOf(playWishes(beginning, list));
          expect(problemsOf(file)).toEqual([]);
          orders += file.lines.filter((line) => line.includes('"buzzesOrdered"')).length;
          const text = textOf(file);
          const index = at % text.length;
          const other = String.fromCharCode((text.charCodeAt(index) + by) % 256);
          const changed = text.slice(0, index) + other + text.slice(index + 1);
          expect(checkEvidence(changed).problems).not.toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
    expect(orders).toBeGreaterThan(20);
  });

  it('finds an order and scores that were changed together with the chain', () => {
    const file = fileOf(given(...judged, completes()));
    const swapped = file.lines.map((line) => line.replace(/("order":\[)(\{[^}]*\}),(\{[^}]*\})/, '$1$3,$2'));
    expect(swapped).not.toEqual(file.lines);
    const problems = problemsOf({ ...file, lines: swapped, scores: [[1, 7]] });
    expect(problems).toEqual([
      expect.stringMatching(/^The chain over the lines ends with /),
      expect.stringMatching(/^The buzzes of line \d+ are in another order\.$/),
      expect.stringMatching(/^The verdicts of seat 1 add up to /),
      expect.stringMatching(/^The verdicts of seat 2 add up to /),
    ]);
  });
});
