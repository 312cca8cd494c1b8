import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { elapsedSeconds } from './clock.js';
import { LEADERS_SHOWN, SEAT_REFUSALS_MAX, SEAT_REQUESTS_MAX, STARTING_SCORE } from './constants.js';
import { decide } from './decide.js';
import { GameEvent } from './events.js';
import { evolve } from './evolve.js';
import { playerOf } from './players.js';
import { NO_GAME, type Game, type PlayingGame } from './state.js';
import { judges, MODERATOR, ordersBuzzes, step, undoes, user } from './testing/steps.js';
import { contextOf, NOTHING_PLAYED, play, type Played } from './testing/given-when-then.js';
import { commands, wildSteps } from './testing/commands.js';
import { eachEvent } from './testing/views-follow.js';
import { fixedExamples, playAll, playWishes, startedGames } from './testing/stories.js';
import { correctedStories, pickingStories, wishes } from './testing/wishes.js';

const beginnings = startedGames([0, 3, 12, LEADERS_SHOWN + 15]);
const stories = fc.tuple(beginnings, fc.array(wishes, { maxLength: 80 }));
const corrected = fc.tuple(beginnings, correctedStories);
const picked = fc.tuple(beginnings, pickingStories);
const anything = fc.array(wildSteps, { maxLength: 60 });

const eachGame = (state: Played['state'], look: (game: Game) => void) => {
  if (state.status !== 'none') look(state);
};

describe('The laws of the rules', () => {
  it('replaying the log gives the very game that was played', () => {
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        const { state, log } = playWishes(beginning, list);
        expect(log.reduce(evolve, NO_GAME)).toStrictEqual(state);
        expect(state.status === 'none' || state.version).toBe(log.length);
      }),
      { numRuns: 60 },
    );
  });

  it('every event is one that the log accepts, and time never goes back', () => {
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        const { log } = playWishes(beginning, list);
        for (const event of log) expect(GameEvent.parse(event)).toStrictEqual(event);
        expect(log.every(({ at }, n) => n === 0 || at >= (log[n - 1]?.at ?? 0))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('no command makes the rules throw, from any user and in any state', () => {
    fc.assert(
      fc.property(stories, anything, commands, ([beginning, list], wild, command) => {
        const { state, now } = playAll(beginning, list, wild);
        for (const given of [NO_GAME, state]) {
          const context = contextOf({ by: user('x'), command, after: 0 }, now);
          expect(typeof decide(given, command, context).ok).toBe('boolean');
        }
      }),
      { numRuns: 150 },
    );
    fc.assert(
      fc.property(anything, (wild) => void wild.reduce(play, NOTHING_PLAYED)),
      { numRuns: 150 },
    );
  });

  it('no event makes the rules throw, even one that does not belong to the game', () => {
    fc.assert(
      fc.property(stories, stories, ([a, listA], [b, listB]) => {
        const { log } = playWishes(a, listA);
        log.reduce(evolve, playWishes(b, listB).state);
      }),
      { numRuns: 40 },
    );
  });

  it('a score is the sum of what the player was judged for and of every correction', () => {
    fc.assert(
      fc.property(fc.oneof(stories, corrected), ([beginning, list]) => {
        const { state, log } = playWishes(beginning, list);
        const sums = new Map<string, number>();
        for (const event of log) {
          const isNew = event.type === 'seatReserved' && event.again !== true;
          if (event.type === 'playerJoined' || isNew) sums.set(event.playerId, STARTING_SCORE);
          if ('gain' in event && event.playerId !== null)
            sums.set(event.playerId, (sums.get(event.playerId) ?? NaN) + event.gain);
          if (event.type === 'seatMoved') {
            sums.set(event.to, sums.get(event.from) ?? NaN);
            sums.delete(event.from);
          }
        }
        eachGame(state, ({ players }) => {
          expect(new Map(players.map(({ id, score }) => [id, score]))).toEqual(sums);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('a queue holds no player twice and only active ones, and no two active players share a name', () => {
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        playWishes(beginning, list, (_, { state }) =>
          eachGame(state, (game) => {
            const queue = game.status === 'playing' ? (game.current?.answerQueue ?? []) : [];
            expect(new Set(queue.map(({ playerId }) => playerId)).size).toBe(queue.length);
            expect(queue.every(({ playerId }) => playerOf(game, playerId)?.isActive === true)).toBe(true);
            const names = game.players.flatMap(({ isActive, name }) => (isActive ? [name.toLowerCase()] : []));
            expect(new Set(names).size).toBe(names.length);
          }),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('no player takes a name that another seat keeps, however seats are requested and given', () => {
    let given = 0;
    fc.assert(
      fc.property(corrected, ([beginning, list]) => {
        playWishes(beginning, list, (before, after, next) => {
          if (before.state.status === 'none' || after.state.status === 'none' || !after.last.ok) return;
          const events = after.log.slice(before.log.length);
          given += events.filter(({ type }) => type === 'seatGiven').length;
          const taken = events.find(({ type }) => type === 'playerJoined' || type === 'playerRenamed');
          if (taken === undefined || !('name' in taken) || next.command.type === 'moveUser') return;
          const { name, playerId } = taken as { name: string; playerId: string };
          const holders = after.state.players.filter((one) => one.removed === null && one.name === name);
          expect(holders.map(({ id }) => id)).toEqual([playerId]);
        });
      }),
      { numRuns: 60, examples: fixedExamples(corrected) },
    );
    expect(given).toBeGreaterThan(0);
  });

  it('few requests for seats wait at once, one of each user and device, each for a seat that is in the game', () => {
    let most = 0;
    fc.assert(
      fc.property(corrected, anything, ([beginning, list], wild) => {
        const watch = ({ state }: Played) =>
          eachGame(state, ({ seatRequests, seatRefusals, players, bans }) => {
            most = Math.max(most, seatRequests.length);
            expect(seatRequests.length).toBeLessThanOrEqual(SEAT_REQUESTS_MAX);
            expect(seatRefusals.length).toBeLessThanOrEqual(SEAT_REFUSALS_MAX);
            const devices = seatRequests.flatMap(({ deviceHash }) => deviceHash ?? []);
            expect(new Set(devices).size).toBe(devices.length);
            expect(new Set(seatRequests.map(({ playerId }) => playerId)).size).toBe(seatRequests.length);
            for (const { seat, holderId, playerId } of seatRequests) {
              expect(players[seat - 1]).toMatchObject({ id: holderId, removed: null });
              expect(bans.users).not.toContain(playerId);
            }
          });
        playAll(beginning, list, wild, (_, after) => watch(after));
      }),
      { numRuns: 80, examples: fixedExamples(corrected, anything) },
    );
    expect(most).toBeGreaterThan(1);
  });

  it('a seat changes hands only by its own browser, a sign-in, or the moderator', () => {
    fc.assert(
      fc.property(corrected, anything, ([beginning, list], wild) => {
        const watch = (before: Played, after: Played, next: ReturnType<typeof step>) => {
          if (before.state.status === 'none' || after.state.status === 'none') return;
          const { players } = before.state;
          for (const [n, player] of after.state.players.entries()) {
            const holder = players[n];
            if (holder === undefined || holder.id === player.id) continue;
            const isBrowser = next.seatHash != null && holder.seatHash === next.seatHash;
            const isModerator = next.command.type === 'answerSeatRequest' && next.by === before.state.moderatorId;
            expect(isBrowser || isModerator || next.command.type === 'moveUser').toBe(true);
          }
        };
        playAll(beginning, list, wild, watch);
      }),
      { numRuns: 60 },
    );
  });

  it('after a wrong answer the music plays, or waits with those in the queue where the settings say so', () => {
    const seen = { plays: 0, waits: 0 };
    fc.assert(
      fc.property(corrected, ([beginning, list]) => {
        playWishes(beginning, list, ({ state: before }, { state: after, last }) => {
          if (before.status !== 'playing' || after.status !== 'playing' || !last.ok) return;
          const judgedWrong = last.events.some((event) => event.type === 'answerJudged' && !event.correct);
          if (!judgedWrong || before.current === null || after.current === null) return;
          const waits = before.settings.musicAfterWrong === 'waits' && after.current.answerQueue.length > 0;
          seen[waits ? 'waits' : 'plays'] += 1;
          expect(after.current.musicPaused).toBe(waits && before.current.musicPaused);
        });
      }),
      { numRuns: 80, examples: fixedExamples(corrected) },
    );
    expect(Math.min(seen.plays, seen.waits)).toBeGreaterThan(0);
  });

  it('a proposal is of an open question, between questions, in the turn of an active player', () => {
    let proposals = 0;
    const watch = ({ state }: Played) => {
      if (state.status !== 'playing' || state.proposedQuestionId === null) return;
      const { proposedQuestionId, nextSelectorId, categories } = state;
      const proposed = categories.flatMap(({ questions }) => questions).find(({ id }) => id === proposedQuestionId);
      expect(proposed?.answered).toBe(false);
      expect(state.current).toBeNull();
      expect(nextSelectorId !== null && playerOf(state, nextSelectorId)?.isActive).toBe(true);
      proposals += 1;
    };
    fc.assert(
      fc.property(fc.oneof(picked, stories), anything, ([beginning, list], wild) => {
        playAll(beginning, list, wild, (_, after) => watch(after));
      }),
      { numRuns: 80, examples: fixedExamples(fc.oneof(picked, stories), anything) },
    );
    expect(proposals).toBeGreaterThan(0);
  });

  it('the clock stops in time trial whenever a player waits to answer', () => {
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        playWishes(beginning, list, (_, { state }) => {
          if (state.status !== 'playing' || state.current === null) return;
          const { current, timeTrialMode } = state;
          if (!timeTrialMode) expect(current.timeTrialPaused).toBe(false);
          else if (
            current.answerQueue.length > 0 ||
            current.hold !== undefined ||
            state.deskDisconnected ||
            (current.sounding === false && current.timerByHand !== true)
          )
            expect(current.timeTrialPaused).toBe(true);
          expect(current.timeTrialPaused).toBe(current.timeTrialPausedAt !== null);
          expect(current.timeTrialElapsedSeconds ?? 0).toBeGreaterThanOrEqual(0);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('the song stands whenever no desk is connected or it is silent, and neither song nor clock is ever faster than the server’s clock', () => {
    let disconnected = 0;
    fc.assert(
      fc.property(fc.oneof(stories, corrected), ([beginning, list]) => {
        playWishes(beginning, list, (before, { state, now }) => {
          if (state.status !== 'playing' || state.current === null) return;
          const { current } = state;
          if (state.deskDisconnected) expect(current.heardSince).toBeNull();
          if (current.sounding === false) expect(current.heardSince).toBeNull();
          if (state.deskDisconnected) disconnected += 1;
          expect(elapsedSeconds(current, now) * 1_000).toBeLessThanOrEqual(now - current.questionStartTime);
          const previous = before.state.status === 'playing' ? before.state.current : null;
          // Switching time trial resets the clock.
          if (previous?.questionId !== current.questionId || state.lastAction.type === 'timeTrialSwitched') return;
          const ran = elapsedSeconds(current, now) - elapsedSeconds(previous, before.now);
          expect(ran).toBeLessThanOrEqual(Math.ceil((now - before.now) / 1_000));
        });
      }),
      { numRuns: 80, examples: fixedExamples(fc.oneof(stories, corrected)) },
    );
    expect(disconnected).toBeGreaterThan(0);
  });

  it('an undone verdict leaves scores, queue, turn, clock and board as they were before it', () => {
    let undone = 0;
    fc.assert(
      fc.property(corrected, fc.constantFrom('right', 'wrong', 'nobody'), ([beginning, list], verdict) => {
        const wished = playWishes(beginning, list);
        const hold = wished.state.status === 'playing' ? wished.state.current?.hold : undefined;
        // What is held is ordered before a verdict, and stays so.
        const before = hold === undefined ? wished : play(wished, ordersBuzzes(hold.version));
        const { state } = before;
        if (state.status !== 'playing' || state.current === null) return;
        const { questionId, answerQueue } = state.current;
        const by = (given: ReturnType<typeof step>) => ({ ...given, by: state.moderatorId, after: 0 });
        const first = answerQueue[0]?.playerId ?? MODERATOR;
        const judged = play(
          before,
          by(
            verdict === 'nobody'
              ? step(MODERATOR, { type: 'markUnanswered', questionId })
              : judges(first, verdict === 'right', questionId),
          ),
        );
        if (!judged.last.ok) return;
        const again = play(judged, by(undoes((judged.state as PlayingGame).lastVerdict?.version ?? 0)));
        const played = ({ players, categories, nextSelectorId, current }: PlayingGame) => {
          const { heardMs: _heardMs, heardSince: _heardSince, runningSince: _runningSince, ...round } = current!;
          // Of buzzes that are back, verdicts name another version.
          const answerQueue = round.answerQueue.map(({ version: _version, ...buzz }) => buzz);
          return { players, categories, nextSelectorId, round: { ...round, answerQueue } };
        };
        expect(played(again.state as PlayingGame)).toEqual(played(state));
        undone += 1;
      }),
      { numRuns: 150, examples: fixedExamples(corrected, fc.constantFrom('right', 'wrong', 'nobody')) },
    );
    expect(undone).toBeGreaterThan(0);
  });

  it('an undo restores the queue as it would be without the verdict, after any buzzes and departures since', () => {
    let undone = 0;
    fc.assert(
      fc.property(corrected, ([beginning, list]) => {
        let without: string[] | null = null;
        const { log } = playWishes(beginning, list);
        const ids = (game: Game) =>
          (game.status === 'playing' ? game.current : null)?.answerQueue.map(({ playerId }) => playerId as string) ??
          [];
        eachEvent(log, (before, event, after) => {
          if (event.type === 'answerJudged' || event.type === 'questionMarkedUnanswered') without = ids(before);
          else if (event.type === 'verdictUndone') {
            expect(ids(after)).toEqual(without);
            without = null;
            undone += 1;
          }
          if (without === null || before.status !== 'playing') return;
          const added = event.type === 'playerBuzzed' ? [event] : event.type === 'buzzesOrdered' ? event.order : [];
          for (const { playerId } of added) if (!without.includes(playerId)) without = [...without, playerId];
          if (event.type === 'seatMoved') without = without.map((id) => (id === event.from ? event.to : id));
          if (event.type === 'playerLeft' || event.type === 'playerRemoved' || event.type === 'playerBanned')
            without = without.filter((id) => id !== event.playerId);
        });
      }),
      { numRuns: 60, examples: fixedExamples(corrected) },
    );
    expect(undone).toBeGreaterThan(0);
  });

  it('a banned player never holds an active seat again, by user, seat secret or device', () => {
    fc.assert(
      fc.property(corrected, anything, ([beginning, list], wild) => {
        const watch = ({ state }: Played) =>
          eachGame(state, ({ bans, players }) => {
            for (const player of players) {
              if (bans.users.includes(player.id)) expect(player).toMatchObject({ isActive: false, removed: 'banned' });
              if (player.seatHash !== null && bans.seats.includes(player.seatHash)) expect(player.isActive).toBe(false);
            }
          });
        playAll(beginning, list, wild, (_, after) => watch(after));
      }),
      { numRuns: 80 },
    );
  });

  it('moving questions loses none, repeats none and changes none', () => {
    let moved = 0;
    const contents = ({ categories }: Game) =>
      Object.fromEntries(categories.flatMap(({ questions }) => questions.map((each) => [each.id, each])));
    fc.assert(
      fc.property(beginnings, fc.array(wishes, { minLength: 40, maxLength: 80 }), (beginning, list) => {
        playWishes(beginning, list, (before, after) => {
          const [event] = after.log.slice(before.log.length);
          if (event?.type !== 'questionMoved' || before.state.status === 'none' || after.state.status === 'none')
            return;
          expect(contents(after.state)).toStrictEqual(contents(before.state));
          const there = after.state.categories.find(({ id }) => id === event.toCategoryId)?.questions[event.order];
          expect(there?.id).toBe(event.questionId);
          moved += 1;
        });
      }),
      { numRuns: 60, examples: fixedExamples(beginnings, fc.array(wishes, { minLength: 40, maxLength: 80 })) },
    );
    expect(moved).toBeGreaterThan(0);
  });

  it('a game survives being written as JSON and read again', () => {
    fc.assert(
      fc.property(stories, anything, ([beginning, list], wild) => {
        const { state } = playAll(beginning, list, wild);
        expect(JSON.parse(JSON.stringify(state))).toStrictEqual(state);
      }),
      { numRuns: 80 },
    );
  });
});
