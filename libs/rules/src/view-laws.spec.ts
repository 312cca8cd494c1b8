import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LEADERS_SHOWN, QUEUE_SHOWN } from './constants.js';
import { GameEvent } from './events.js';
import { evolve } from './evolve.js';
import type { Game, PlayingGame, Question } from './state.js';
import recorded from './testing/recorded/rules-7.json' with { type: 'json' };
import { fixedExamples, plantedDraft, playWishes, startedGames } from './testing/stories.js';
import { correctedStories, pickingStories, reviewedStories, wishes } from './testing/wishes.js';
import { NOTHING_PLAYED, play } from './testing/given-when-then.js';
import {
  category,
  changesSettings,
  completes,
  startedWith,
  judges,
  leaves,
  MODERATOR,
  buzzes,
  question,
  rejoins,
  selects,
  step,
  undoes,
  user,
  type Step,
} from './testing/steps.js';
import { eachEvent, expectAllToFollow, expectViewsToFollow, same } from './testing/views-follow.js';
import { VIEW_KINDS, type OwnSeat } from './views.js';
import { evolveSeat } from './evolve-view.js';
import { evolveView } from './evolve-view.js';
import { isSameForAllKinds, viewEventOf } from './view-events.js';
import { seatOf, viewOf } from './views/view-of.js';

const planted = (n: number) =>
  step(MODERATOR, {
    type: 'addQuestion',
    categoryId: category('tv'),
    questionId: question(`planted${n}`),
    question: plantedDraft(90_000 + n),
  });
const beginnings = startedGames([3, QUEUE_SHOWN + 10, LEADERS_SHOWN + 10], ...[1, 2, 3, 4].map(planted));
const stories = fc.tuple(beginnings, fc.array(wishes, { minLength: 10, maxLength: 120 }));

const corrected = fc.tuple(beginnings, fc.oneof(correctedStories, pickingStories));

describe('A view of the game', () => {
  it('equals the view carried on by events, for every kind', () => {
    let events = 0;
    let longest = 0;
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        const { log } = playWishes(beginning, list);
        for (const kind of VIEW_KINDS) {
          let view: ReturnType<typeof viewOf> | null = null;
          eachEvent(log, (before, event, after) => {
            view ??= viewOf(before, kind);
            const sent = JSON.stringify(viewEventOf(before, event, after, kind, after.version));
            view = evolveView(view, JSON.parse(sent));
            same(view, viewOf(after, kind));
            events += 1;
            longest = Math.max(longest, view.current?.queueLength ?? 0);
          });
        }
      }),
      { numRuns: 60, examples: fixedExamples(stories) },
    );
    expect(events).toBeGreaterThan(1000);
    expect(longest).toBeGreaterThan(3);
  });

  it('says the same of an event to every kind unless the event is one of the few that hold a secret', () => {
    const alike = new Set<string>();
    const look = (log: readonly GameEvent[]) =>
      eachEvent(log, (before, event, after) => {
        if (!isSameForAllKinds(before, event, after)) return;
        alike.add(event.type);
        const sent = VIEW_KINDS.map((kind) => JSON.stringify(viewEventOf(before, event, after, kind, after.version)));
        expect(new Set(sent).size).toBe(1);
      });
    look(recorded.log.map((event) => GameEvent.parse(event)));
    fc.assert(
      fc.property(stories, ([beginning, list]) => look(playWishes(beginning, list).log)),
      { numRuns: 60, examples: fixedExamples(stories) },
    );
    expect([...alike]).toEqual(expect.arrayContaining(['playerBuzzed', 'answerJudged', 'playerJoined', 'playerLeft']));
  });

  it('equals the view carried on by events, for every kind and seat, in stories full of verdicts that are undone and changed, and of proposals', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(corrected, ([beginning, list]) =>
        expectAllToFollow(playWishes(beginning, list), (type) => seen.add(type)),
      ),
      { numRuns: 25, examples: fixedExamples(corrected) },
    );
    expect([...seen]).toEqual(
      expect.arrayContaining(['verdictUndone', 'seatRequested', 'seatGiven', 'seatRequestEnded']),
    );
  });

  it('equals the view carried on by events, for every kind and seat, in stories full of names that wait for a review', () => {
    const reviewed = fc.tuple(startedGames([3, 20], changesSettings({ nameReview: 'on' })), reviewedStories);
    const seen = new Set<string>();
    fc.assert(
      fc.property(reviewed, ([beginning, list]) =>
        expectAllToFollow(playWishes(beginning, list), (type) => seen.add(type)),
      ),
      { numRuns: 25, examples: fixedExamples(reviewed) },
    );
    expect([...seen]).toEqual(
      expect.arrayContaining(['namesApproved', 'playerNameSet', 'playerRenamed', 'playerRejoined', 'playerRemoved']),
    );
  });

  it('shows all players their place when a verdict is undone whose player has left and buzzed again', () => {
    const [p0, p1] = ['p0', 'p1'].map((who) => buzzes(who, 'q100')) as [Step, Step];
    const wrong = [...startedWith(3), selects('q100'), p0, judges('p0', false, 'q100')].reduce(play, NOTHING_PLAYED);
    const verdict = (wrong.state as PlayingGame).lastVerdict?.version ?? 0;
    const { log, state } = [leaves('p0'), p1, rejoins('p0'), p0, undoes(verdict)].reduce(play, wrong);
    const seats = new Map<string, OwnSeat | null>();
    let view: ReturnType<typeof viewOf> | null = null;
    eachEvent(log, (before, event, after) => {
      const sent = viewEventOf(before, event, after, 'player', after.version);
      view = evolveView(view ?? viewOf(before, 'player'), sent);
      for (const id of ['p0', 'p1', 'p2']) seats.set(id, evolveSeat(seats.get(id) ?? null, sent, user(id), view));
    });
    expect((state as PlayingGame).current?.answerQueue.map(({ playerId }) => playerId)).toEqual(['p1', 'p0']);
    expect([...seats.values()].map((seat) => seat?.place)).toEqual([2, 1, null]);
  });

  it('holds for every correction of a recorded game', () => {
    const log = recorded.log.map((event) => GameEvent.parse(event));
    expectViewsToFollow(log);
  });

  it('holds also when the queue is longer than what is shown, and the leaders are fewer than the players', () => {
    const size = LEADERS_SHOWN + 10;
    const all = Array.from({ length: size }, (_, n) => n);
    const mo = (command: Parameters<typeof step>[1]) => step(MODERATOR, command);
    const q100 = question('q100');
    const steps = [
      ...startedWith(size),
      mo({ type: 'selectQuestion', categoryId: category('tv'), questionId: q100 }),
      ...all.map((n) => step(user(`p${n}`), { type: 'buzz', questionId: q100 })),
      ...[5, QUEUE_SHOWN, QUEUE_SHOWN + 5].map((n) => step(user(`p${n}`), { type: 'leaveGame' })),
      ...all
        .filter((n) => ![5, QUEUE_SHOWN, QUEUE_SHOWN + 5].includes(n))
        .map((n) => mo({ type: 'judgeAnswer', questionId: q100, playerId: user(`p${n}`), correct: n === size - 1 })),
    ];
    const { log, state } = steps.reduce(play, NOTHING_PLAYED);
    expect(state).toMatchObject({ status: 'playing', current: null });
    expectViewsToFollow(log);
  });

  it('follows a player who gave an answer through a new name, another sign-in, leaving and coming back', () => {
    const p0 = user('p0');
    const { log, state } = [
      ...startedWith(2),
      selects('q100'),
      buzzes('p0', 'q100'),
      judges('p0', true, 'q100'),
      step(p0, { type: 'joinGame', name: 'Renamed' }),
      step(p0, { type: 'leaveGame' }),
      step(p0, { type: 'joinGame', name: 'Back' }),
      selects('q200'),
      buzzes('p0', 'q200'),
      { ...step(user('later'), { type: 'joinGame', name: 'Back' }), seatHash: 'h0' },
      judges('later', true, 'q200'),
      step(user('later'), { type: 'joinGame', name: 'Last' }),
    ].reduce(play, NOTHING_PLAYED);
    const board = viewOf(state as Game, 'player').categories[0]?.questions.slice(0, 2);
    expect(board).toMatchObject([{ answeredBy: 'later', answeredByName: 'Last' }, { answeredByName: 'Last' }]);
    expectViewsToFollow(log);
  });

  it('ends with the game, in the middle of a round, for every kind and every seat', () => {
    const { log, state } = [
      ...startedWith(3),
      selects('q100'),
      buzzes('p0', 'q100'),
      judges('p0', true, 'q100'),
      selects('q200'),
      buzzes('p1', 'q200'),
      judges('p1', false, 'q200'),
      buzzes('p2', 'q200'),
      buzzes('p0', 'q200'),
      completes(),
    ].reduce(play, NOTHING_PLAYED);
    expect(state.status).toBe('completed');
    expectViewsToFollow(log);
    eachEvent(log, (before, event, after) => {
      const sent = viewEventOf(before, event, after, 'player', after.version);
      for (const id of [user('p0'), user('p1'), user('p2')]) {
        same(evolveSeat(seatOf(before, id), sent, id, viewOf(after, 'player')), seatOf(after, id));
      }
    });
  });

  it('ranks every player’s own seat like the full view, except those behind all leaders', () => {
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        const { log, state } = playWishes(beginning, list);
        const ids = state.status === 'none' ? [] : state.players.map(({ id }) => id);
        const seats = new Map(
          [...ids, user('p0'), user('p1'), user('nobody')].map((id) => [id, null as OwnSeat | null]),
        );
        eachEvent(log, (before, event, after) => {
          const view = viewOf(after, 'player');
          const last = view.leaders.at(-1)?.score ?? Infinity;
          const sent = JSON.parse(JSON.stringify(viewEventOf(before, event, after, 'player', after.version)));
          for (const [id, had] of seats) {
            const seat = evolveSeat(had, sent, id, view);
            const wanted = seatOf(after, id);
            seats.set(id, seat);
            const isBehind = (wanted?.score ?? -Infinity) < last;
            same(
              seat && (isBehind ? { ...seat, rank: 0 } : seat),
              wanted && (isBehind ? { ...wanted, rank: 0 } : wanted),
            );
          }
        });
      }),
      { numRuns: 12 },
    );
  });

  it('hands the version on and nothing else of an event that changes nothing to be seen', () => {
    const { state } = startedWith(1).reduce(play, NOTHING_PLAYED);
    const event: GameEvent = { type: 'owned', at: 1_800_000_000_000, epoch: 7 };
    const after = evolve(state, event) as Game;
    for (const kind of VIEW_KINDS) {
      expect(JSON.stringify(viewEventOf(state, event, after, kind, after.version))).toBe(`{"v":${after.version}}`);
      expect(viewOf(after, kind)).toStrictEqual(viewOf(state as Game, kind));
    }
  });
});

describe('A player or a stage', () => {
  const traces = ({ medium, answer, youtubeSongName }: Question) => ({
    words: [answer, youtubeSongName],
    link: medium.kind === 'youtube' ? medium.videoId : medium.clipId,
  });

  it('receives no song, answer or link of a question that is not answered', () => {
    let looked = 0;
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        const { log } = playWishes(
          beginning,
          list.filter(({ what }) => what !== 'wild'),
        );
        eachEvent(log, (before, event, after) => {
          const hidden = after.categories
            .flatMap(({ questions }) => questions)
            .filter(({ answered, answer }) => !answered && answer.startsWith('<answer'));
          const playedHere = (question: Question) =>
            after.settings.musicOn === 'players' &&
            after.status === 'playing' &&
            after.current?.questionId === question.id;
          for (const kind of ['player', 'stage'] as const) {
            const text =
              JSON.stringify(viewOf(after, kind)) +
              JSON.stringify(viewEventOf(before, event, after, kind, after.version));
            for (const unanswered of hidden) {
              const { words, link } = traces(unanswered);
              for (const word of words) if (text.includes(word)) throw new Error(`${event.type} tells ${word}`);
              const mayHear = kind === 'player' && playedHere(unanswered);
              if (!mayHear && text.includes(link)) throw new Error(`${event.type} tells ${link}`);
              looked += 1;
            }
          }
        });
      }),
      { numRuns: 25 },
    );
    expect(looked).toBeGreaterThan(1000);
  });

  it('gets a snapshot of at most 64 KiB in a game of 2,000 players and 60 questions', () => {
    const add = (n: number) => [
      step(MODERATOR, { type: 'addCategory', categoryId: category(`c${n}`), name: `A category with a long name ${n}` }),
      ...Array.from({ length: 10 }, (_, k) =>
        step(MODERATOR, {
          type: 'addQuestion',
          categoryId: category(`c${n}`),
          questionId: question(`01890c5e-7b1a-7cc8-9a3e-${String(n * 10 + k).padStart(12, '0')}`),
          question: plantedDraft(n * 10 + k),
        }),
      ),
    ];
    const played = [...startedWith(2000), ...[0, 1, 2, 3, 4, 5].flatMap(add)].reduce(play, NOTHING_PLAYED);
    const first = question('q100');
    const buzzed = [
      step(MODERATOR, { type: 'selectQuestion', categoryId: category('tv'), questionId: first }),
      ...Array.from({ length: 2000 }, (_, n) => step(user(`p${n}`), { type: 'buzz', questionId: first })),
    ].reduce(play, played);
    const game = buzzed.state as Game;
    expect(JSON.stringify(viewOf(game, 'player')).length).toBeLessThan(64 * 1024);
    expect(viewOf(game, 'player').current).toMatchObject({ queueLength: 2000, attemptedBy: null });
    expect(viewOf(game, 'full').current?.attemptedBy).toHaveLength(2000);
  });
});
