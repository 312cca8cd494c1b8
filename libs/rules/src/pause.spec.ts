import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { songHeardMs } from './clock.js';
import type { PlayingGame } from './state.js';
import { given, play, type Played } from './testing/given-when-then.js';
import * as steps from './testing/steps.js';
import { fixedExamples, playWishes, startedGames } from './testing/stories.js';
import { wishes } from './testing/wishes.js';
import { VIEW_KINDS } from './views.js';
import { viewOf } from './views/view-of.js';

const { as, buzzes, changesScore, completes, creates, crewJoins, deskDisconnects, deskReconnects, joins, judges } =
  steps;
const { later, leaves, locksJoining, marksUnanswered, moderatorLeaves, notesSound, pausesGame, pausesMusic } = steps;
const { proposes, renames, reopens, resumesGame, runsTimer, selects, starts, switchesTimeTrial, takesMusic } = steps;
const { takesOver, undoes } = steps;

const begun = [creates(), joins('ann'), joins('bob'), starts()];
const trial = [...begun, switchesTimeTrial(true)];
/** Paused after four seconds of a question. */
const paused = [...begun, selects('q100'), later(4, pausesGame())];
const buzzed = [...begun, selects('q100'), later(4, buzzes('ann', 'q100')), buzzes('bob', 'q100'), pausesGame()];

describe('Pausing a game', () => {
  it('shows every kind of view since when', () => {
    const game = given(...paused);
    expect(given(...begun, selects('q100')).when(later(4, pausesGame())).events).toEqual([
      { type: 'gamePaused', at: game.now },
    ]);
    for (const kind of VIEW_KINDS) expect(viewOf(game.game(), kind).paused).toEqual({ since: game.now });
  });

  it('leaves no trace of the pause when the game is resumed', () => {
    const resumed = given(...paused).when(resumesGame());
    expect(resumed.events).toEqual([{ type: 'gameResumed', at: resumed.now }]);
    expect(resumed.game()).not.toHaveProperty('paused');
  });

  it('stops the song where it is, and resumes it there', () => {
    expect(given(...paused).playing().current).toMatchObject({
      ...{ musicPaused: false, heardMs: 4_000, heardSince: null },
    });
    const resumed = given(...paused).when(later(60, resumesGame()));
    expect(resumed.playing().current).toMatchObject({ heardMs: 4_000, heardSince: resumed.now });
  });

  it('keeps a song paused that the moderator had paused', () => {
    const before = [...begun, selects('q100'), later(4, pausesMusic(true, 'q100')), pausesGame()];
    expect(
      given(...before)
        .when(resumesGame())
        .playing().current,
    ).toMatchObject({
      ...{ musicPaused: true, heardMs: 4_000, heardSince: null },
    });
  });

  it('waits for the first sound of the desk that plays the music', () => {
    const before = [creates(), joins('ann'), starts(), takesMusic('desk-1'), selects('q100'), notesSound('q100', true)];
    const silent = given(...before, later(4, pausesGame()), notesSound('q100', false)).when(resumesGame());
    expect(silent.playing().current).toMatchObject({ heardMs: 4_000, heardSince: null });
  });

  it('stops the song that plays on after a right answer, and resumes it there', () => {
    const answered = [creates({ musicAfterRight: 'plays' }), joins('ann'), starts(), selects('q100')];
    const playsOn = [...answered, buzzes('ann', 'q100'), judges('ann', true, 'q100')];
    const halted = given(...playsOn, later(3, pausesGame()));
    expect(halted.playing().chorus).toMatchObject({ heardMs: 4_000, heardSince: null });
    const resumed = halted.when(resumesGame());
    expect(resumed.playing().chorus).toEqual({ questionId: 'q100', heardMs: 4_000, heardSince: resumed.now });
    const stopped = given(...playsOn, later(3, pausesMusic(true, 'q100')), pausesGame()).when(resumesGame());
    expect(stopped.playing().chorus).toMatchObject({ heardMs: 4_000, heardSince: null });
    const judged = given(...answered, buzzes('ann', 'q100'), pausesGame(), judges('ann', true, 'q100'));
    expect(judged.playing().chorus).toMatchObject({ heardMs: 1_000, heardSince: null });
    expect(judged.when(resumesGame()).playing().chorus?.heardSince).not.toBeNull();
  });

  it('stops the clock of a time trial; the seconds before it count, and none of the pause', () => {
    const before = [...trial, selects('q200'), later(4, pausesGame()), later(600, resumesGame())];
    const { current } = given(...before)
      .when(later(3, buzzes('ann', 'q200')))
      .playing();
    expect(current).toMatchObject({ timeTrialElapsedSeconds: 7 });
  });

  it('counts a buzz that came in before the end of the pause as if it came then', () => {
    const before = [...trial, selects('q200'), later(4, pausesGame()), later(600, resumesGame())];
    const { current } = given(...before)
      .when({ ...later(3, buzzes('ann', 'q200')), waited: 3_500 })
      .playing();
    expect(current).toMatchObject({ timeTrialElapsedSeconds: 4 });
  });

  it('keeps a timer that was started by hand', () => {
    const sung = [...trial, selects('q200'), pausesMusic(true, 'q200'), runsTimer('q200', true), pausesGame()];
    expect(given(...sung).playing().current).toMatchObject({ timeTrialPaused: true });
    expect(
      given(...sung)
        .when(resumesGame())
        .playing().current,
    ).toMatchObject({ timeTrialPaused: false });
  });

  it.each([
    ['a buzz', buzzes('ann', 'q100'), paused],
    ['the music', pausesMusic(true, 'q100'), paused],
    ['the timer', runsTimer('q100', false), [...trial, selects('q100'), pausesGame()]],
    ['an unanswered question', marksUnanswered('q100'), paused],
    ['a question', selects('q100'), [...begun, pausesGame()]],
    [
      'a proposal',
      proposes('ann', 'q200'),
      [...begun, selects('q100'), buzzes('ann', 'q100'), judges('ann', true, 'q100'), pausesGame()],
    ],
  ])('refuses %s', (_, refused, before) => {
    expect(given(...before).when(refused).refusal).toBe('paused');
    expect(given(...before, resumesGame()).when(refused).refusal).toBeNull();
  });

  it('lets the crew judge the buzzes that are in the queue, also wrong, and undo that', () => {
    const wrong = given(...buzzed, judges('ann', false, 'q100'));
    expect(wrong.queue()).toEqual(['bob']);
    expect(wrong.playing().current).toMatchObject({ musicPaused: false, heardSince: null });
    const empty = given(...buzzed, judges('ann', false, 'q100'), judges('bob', false, 'q100'));
    expect(empty.playing().current).toMatchObject({ heardMs: 4_000, heardSince: null });
    const resumed = empty.when(resumesGame());
    expect(resumed.playing().current).toMatchObject({ heardMs: 4_000, heardSince: resumed.now });
    expect(
      given(...buzzed)
        .when(judges('ann', true, 'q100'))
        .question('q100').answered,
    ).toBe(true);
    const undone = wrong.when(undoes(wrong.lastVerdict()));
    expect(undone.queue()).toEqual(['ann', 'bob']);
    expect(undone.playing()).toMatchObject({ paused: {}, current: { heardSince: null } });
  });

  it('lets people join, leave and be renamed, and the crew correct, lock and take over', () => {
    for (const step of [
      ...[joins('cem'), leaves('ann'), renames('ann', 'Anna'), locksJoining(true), changesScore('ann', 50)],
      ...[moderatorLeaves(), takesOver('mo'), crewJoins('dora'), switchesTimeTrial(true)],
    ]) {
      const after = given(...paused).when(step);
      expect([step.command.type, after.refusal]).toEqual([step.command.type, null]);
      expect(after.playing().paused).toEqual({ since: given(...paused).now });
    }
  });

  it('keeps song and clock stopped while desks go and come back', () => {
    const gone = given(...paused, deskDisconnects(given(...paused).now + 1_000), deskReconnects());
    expect(gone.playing().current).toMatchObject({ heardMs: 4_000, heardSince: null });
  });

  it('ends with the game, which is not paused when it is reopened', () => {
    const over = given(...paused, completes());
    expect(over.game()).not.toHaveProperty('paused');
    for (const kind of VIEW_KINDS) expect(viewOf(over.game(), kind)).not.toHaveProperty('paused');
    const reopened = over.when(reopens());
    expect(reopened.playing()).not.toHaveProperty('paused');
    expect(reopened.playing().current).toMatchObject({ musicPaused: true, heardMs: 4_000, heardSince: null });
  });

  it('changes nothing when the game is paused already, or resumed already', () => {
    const again = given(...paused).when(pausesGame());
    expect([again.refusal, again.events]).toEqual([null, []]);
    const resumed = given(...paused, resumesGame()).when(resumesGame());
    expect([resumed.refusal, resumed.events]).toEqual([null, []]);
  });

  it('fails before the start and after the end', () => {
    expect(given(creates()).when(pausesGame()).refusal).toBe('not-playing');
    expect(given(creates()).when(resumesGame()).refusal).toBe('not-playing');
    expect(given(...paused, completes()).when(pausesGame()).refusal).toBe('game-ended');
    expect(given(...paused, completes()).when(resumesGame()).refusal).toBe('game-ended');
  });

  it('needs the right to judge', () => {
    const crewed = [...begun, crewJoins('people', ['people']), crewJoins('judge', ['judge'])];
    expect(given(...crewed).when(as('ann', pausesGame())).refusal).toBe('not-moderator');
    expect(given(...crewed).when(as('people', pausesGame())).refusal).toBe('right-missing');
    expect(given(...crewed).when(as('judge', pausesGame())).refusal).toBeNull();
  });
});

describe('any paused game', () => {
  const stories = fc.tuple(
    startedGames([3, 6]),
    fc.array(wishes, { maxLength: 40 }),
    fc.array(wishes, { maxLength: 20 }),
  );
  const heard = ({ state, now }: Played) => {
    const { current } = state as PlayingGame;
    return current && songHeardMs(current, now);
  };

  it('takes no buzz, opens no question, and plays nothing, whatever happens in it', () => {
    let seen = 0;
    fc.assert(
      fc.property(stories, ([beginning, before, list]) => {
        const start = play(playWishes(beginning, before), pausesGame());
        playWishes(start, list, (was, is) => {
          if (was.state.status !== 'playing' || was.state.paused === undefined) return;
          if (is.state.status !== 'playing' || is.state.paused === undefined) return;
          seen += 1;
          const events = is.last.ok ? is.last.events.map(({ type }) => type) : [];
          expect(events).not.toContain('playerBuzzed');
          expect(events).not.toContain('questionSelected');
          const { current, chorus, timeTrialMode } = is.state;
          expect(current?.heardSince ?? chorus?.heardSince ?? null).toBeNull();
          if (current !== null && timeTrialMode) expect(current.timeTrialPaused).toBe(true);
        });
      }),
      { numRuns: 60, examples: fixedExamples(stories) },
    );
    expect(seen).toBeGreaterThan(0);
  });

  it('continues with the song where it was', () => {
    let seen = 0;
    fc.assert(
      fc.property(stories, fc.nat(600), ([beginning, before], seconds) => {
        const start = playWishes(beginning, before);
        if (start.state.status !== 'playing' || start.state.current === null) return;
        const desk = start.state.moderatorId;
        const halted = play(start, { ...pausesGame(), by: desk });
        const resumed = play(halted, { ...later(seconds, resumesGame()), by: desk });
        if (!halted.last.ok || !resumed.last.ok) return;
        seen += 1;
        expect(heard(resumed)).toBe(heard(halted));
      }),
      { numRuns: 100, examples: fixedExamples(stories, fc.nat(600)) },
    );
    expect(seen).toBeGreaterThan(0);
  });
});
