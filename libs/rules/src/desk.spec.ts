import { describe, expect, it } from '@jest/globals';
import { elapsedSeconds, songHeardMs } from './clock.js';
import { given } from './testing/given-when-then.js';
import {
  absenceIsNoted,
  completes,
  creates,
  deskDisconnects,
  deskReconnects,
  joins,
  judges,
  later,
  leaves,
  MODERATOR,
  moderatorLeaves,
  moderatorRejoins,
  pausesMusic,
  buzzes,
  selects,
  starts,
  step,
  switchesTimeTrial,
  undoes,
  user,
  type Step,
} from './testing/steps.js';

type Story = ReturnType<typeof given>;
type Played = Pick<Story, 'playing' | 'now'>;

const trial = given(creates(), joins('ann'), joins('bob'), starts(), switchesTimeTrial(true), selects('q200'));
const story = (...steps: readonly Step[]) => [
  ...[creates(), joins('ann'), joins('bob'), starts(), switchesTimeTrial(true), selects('q200')],
  ...steps,
];
/** When the question of `trial` was selected. */
const START = trial.now;
const heard = ({ playing, now }: Played, after = 0) => songHeardMs(playing().current!, now + after * 1_000) / 1_000;
const seconds = ({ playing, now }: Played, after = 0) => elapsedSeconds(playing().current!, now + after * 1_000);
/** Ten seconds into the song no desk has been connected for three. */
const lost = later(10, deskDisconnects(START + 7_000));

describe('A game whose desk is disconnected', () => {
  it('keeps song and clock where they were when the last desk was lost', () => {
    const paused = trial.when(lost);
    expect(paused.events).toEqual([{ type: 'deskDisconnected', at: paused.now, since: START + 7_000 }]);
    expect(paused.game().deskDisconnected).toBe(true);
    expect([heard(paused, 60), seconds(paused, 60)]).toEqual([7, 7]);
    expect(paused.playing().current).toMatchObject({ musicPaused: false, timeTrialPaused: true });
  });

  it('continues from there when a desk reconnects', () => {
    const back = given(...story(lost)).when(later(40, deskReconnects()));
    expect(back.events).toEqual([{ type: 'deskReconnected', at: back.now }]);
    expect(back.game().deskDisconnected).toBe(false);
    expect([heard(back, 2), seconds(back, 2)]).toEqual([9, 9]);
  });

  it('still takes buzzes, with the seconds of the stopped clock, and stays paused on return until they are judged', () => {
    const buzzed = given(...story(lost)).when(later(20, buzzes('ann', 'q200')));
    expect(buzzed.events).toMatchObject([{ type: 'playerBuzzed', elapsedSeconds: 7 }]);
    const back = given(...story(lost, buzzes('ann', 'q200'))).when(deskReconnects());
    expect([heard(back, 60), seconds(back, 60)]).toEqual([7, 7]);
    const wrong = given(...story(lost, buzzes('ann', 'q200'), deskReconnects())).when(judges('ann', false, 'q200'));
    expect([heard(wrong, 1), seconds(wrong, 1)]).toEqual([8, 8]);
  });

  it('remains paused when the only player in the queue leaves', () => {
    const left = given(...story(lost, buzzes('ann', 'q200'))).when(leaves('ann'));
    expect([heard(left, 60), seconds(left, 60)]).toEqual([7, 7]);
  });

  it('remains paused when the moderator resumes the music, selects or undoes elsewhere, and plays on return', () => {
    const resumed = given(...story(lost, pausesMusic(true, 'q200'))).when(pausesMusic(false, 'q200'));
    expect([heard(resumed, 60), seconds(resumed, 60)]).toEqual([7, 7]);
    const next = given(...story(lost, buzzes('ann', 'q200'), judges('ann', true, 'q200'))).when(selects('q100'));
    expect([heard(next, 60), seconds(next, 60)]).toEqual([0, 0]);
    const judged = given(...story(lost, buzzes('ann', 'q200'), judges('ann', false, 'q200')));
    const undone = judged.when(undoes(judged.lastVerdict()));
    expect([heard(undone, 60), seconds(undone, 60)]).toEqual([7, 7]);
    const selected = given(
      ...story(lost, buzzes('ann', 'q200'), judges('ann', true, 'q200'), selects('q100'), later(30, deskReconnects())),
    );
    expect([heard(selected, 4), seconds(selected, 4)]).toEqual([4, 4]);
  });

  it('remains paused on return if the moderator had paused the music', () => {
    const back = given(...story(later(5, pausesMusic(true, 'q200')), lost)).when(deskReconnects());
    expect([heard(back, 60), seconds(back, 60)]).toEqual([5, 5]);
  });

  it('keeps what happened after the desk was lost', () => {
    const since = given(
      ...story(later(8, buzzes('ann', 'q200')), judges('ann', false, 'q200'), later(3, deskDisconnects(START + 7_000))),
    );
    expect([heard(since), seconds(since)]).toEqual([8, 8]);
  });

  it('records the loss once, only in a game that is being played, and only for the service', () => {
    expect(given(...story(lost)).when(lost).events).toEqual([]);
    expect(trial.when(deskReconnects()).events).toEqual([]);
    expect(given(creates()).when(deskDisconnects(0)).events).toEqual([]);
    const by = (who: string) => step(user(who), { type: 'noteDeskDisconnected', since: 0 });
    expect(trial.when(by('ann')).refusal).toBe('not-allowed');
    expect(trial.when(by(MODERATOR)).refusal).toBe('not-allowed');
    expect(
      given(...story(lost))
        .when(completes())
        .game().deskDisconnected,
    ).toBe(false);
  });
});

describe('A moderator who leaves the desk', () => {
  it.each([
    ['by the button', moderatorLeaves()],
    ['by being out of sight', absenceIsNoted()],
  ])('pauses song and clock at once, %s', (_, leave) => {
    const left = trial.when(later(6, leave));
    expect(left.events.map(({ type }) => type)).toEqual(['deskDisconnected', 'moderatorLeft']);
    expect([heard(left, 60), seconds(left, 60)]).toEqual([6, 6]);
  });

  it('resumes them by coming back, and not by a page that is still connected', () => {
    const left = given(...story(later(6, moderatorLeaves())));
    expect(left.when(deskReconnects()).events).toEqual([]);
    const back = left.when(later(30, moderatorRejoins()));
    expect(back.events.map(({ type }) => type)).toEqual(['deskReconnected', 'moderatorRejoined']);
    expect([heard(back, 1), seconds(back, 1)]).toEqual([7, 7]);
  });

  it('changes nothing when the desk was already disconnected', () => {
    expect(given(...story(lost)).when(absenceIsNoted()).events).toMatchObject([{ type: 'moderatorLeft' }]);
  });
});
