import { describe, expect, it } from '@jest/globals';
import { elapsedSeconds, songHeardMs } from '../clock.js';
import { given } from '../testing/given-when-then.js';
import {
  changesSettings,
  creates,
  deskDisconnects,
  deskReconnects,
  joins,
  judges,
  later,
  marksUnanswered,
  musicDeskIsLost,
  notesSound,
  pausesMusic,
  buzzes,
  runsTimer,
  selects,
  starts,
  switchesTimeTrial,
  takesMusic,
  undoes,
  user,
  type Step,
} from '../testing/steps.js';

type Played = Pick<ReturnType<typeof given>, 'playing' | 'now'>;
const heard = ({ playing, now }: Played, after = 0) => songHeardMs(playing().current!, now + after * 1_000) / 1_000;
const seconds = ({ playing, now }: Played, after = 0) => elapsedSeconds(playing().current!, now + after * 1_000);

const begun = [creates(), joins('ann'), joins('bob'), starts(), switchesTimeTrial(true)];
/** A round of a time trial whose music a desk plays. */
const round = (...steps: readonly Step[]) => given(...begun, takesMusic('desk-1'), selects('q200'), ...steps);

describe('The timer of a time trial', () => {
  it('starts with the first sound that the desk reports, and song and timer count from there', () => {
    const selected = round();
    expect([heard(selected, 30), seconds(selected, 30)]).toEqual([0, 0]);
    const sounds = selected.when(later(5, notesSound('q200', true)));
    expect(sounds.events).toEqual([{ type: 'soundNoted', at: sounds.now, questionId: 'q200', sounding: true }]);
    expect([heard(sounds, 3), seconds(sounds, 3)]).toEqual([3, 3]);
  });

  it('stops while the song is silent, and continues when it plays again', () => {
    const silent = round(notesSound('q200', true), later(4, notesSound('q200', false)));
    expect([heard(silent, 60), seconds(silent, 60)]).toEqual([4, 4]);
    const again = silent.when(later(20, notesSound('q200', true)));
    expect([heard(again, 2), seconds(again, 2)]).toEqual([6, 6]);
  });

  it('takes a buzz before the first sound at full points', () => {
    const right = round(later(9, buzzes('ann', 'q200'))).when(judges('ann', true, 'q200'));
    expect(right.player('ann').score).toBe(200);
  });

  it('counts no buzz that was long on its way from before the first sound', () => {
    const sounds = round(later(9, notesSound('q200', true)));
    expect(sounds.when({ ...later(1, buzzes('ann', 'q200')), waited: 4_000 }).playing().current).toMatchObject({
      timeTrialElapsedSeconds: 0,
    });
  });

  it('stands for a buzz and for the moderator’s pause as well as for silence', () => {
    const buzzed = round(notesSound('q200', true), later(4, buzzes('ann', 'q200')), notesSound('q200', false));
    const wrong = buzzed.when(judges('ann', false, 'q200'));
    expect([seconds(buzzed, 60), seconds(wrong, 60)]).toEqual([4, 4]);
    const paused = round(notesSound('q200', true), later(4, pausesMusic(true, 'q200')));
    expect([heard(paused, 60), seconds(paused, 60)]).toEqual([4, 4]);
  });

  it.each([
    ['with music on the players’ devices', [takesMusic('desk-1'), changesSettings({ musicOn: 'players' })]],
    ['without a desk that reports', []],
  ])('starts at the selection %s', (_, before) => {
    const selected = given(...begun, ...before, selects('q200'));
    expect([heard(selected, 7), seconds(selected, 7)]).toEqual([7, 7]);
    expect(selected.when(notesSound('q200', false)).events).toEqual([]);
  });

  it('no longer waits for a desk once the music moves to the players’ devices', () => {
    const moved = round().when(later(10, changesSettings({ musicOn: 'players' })));
    expect([heard(moved, 5), seconds(moved, 5)]).toEqual([5, 5]);
  });

  it('waits for the song where another desk takes the music over, or the desk is lost', () => {
    const sounding = round(notesSound('q200', true));
    const taken = sounding.when(later(6, takesMusic('desk-2', 'desk-1')));
    expect([heard(taken, 60), seconds(taken, 60)]).toEqual([6, 6]);
    const lost = sounding.when(later(9, musicDeskIsLost('desk-1', sounding.now + 6_000)));
    expect([heard(lost, 60), seconds(lost, 60)]).toEqual([6, 6]);
  });

  it('continues after an undo from where it was', () => {
    const judged = round(notesSound('q200', true), later(4, buzzes('ann', 'q200')), judges('ann', true, 'q200'));
    const undone = judged.when(later(9, undoes(judged.lastVerdict())));
    expect(seconds(undone, 60)).toBe(4);
    const ended = round(notesSound('q200', true), later(4, marksUnanswered('q200')));
    expect(seconds(ended.when(later(9, undoes(ended.lastVerdict()))), 3)).toBe(7);
  });

  it('stops while no desk is connected, whatever was reported last', () => {
    const sounding = round(notesSound('q200', true));
    const lost = given(
      ...begun,
      takesMusic('desk-1'),
      selects('q200'),
      notesSound('q200', true),
      later(9, deskDisconnects(sounding.now + 6_000)),
    );
    expect(seconds(lost, 60)).toBe(6);
    expect(seconds(lost.when(deskReconnects()), 2)).toBe(8);
  });
});

describe('The timer by hand', () => {
  it('runs without a sound, as for a song sung live, and stops by hand', () => {
    const running = round(later(3, runsTimer('q200', true)));
    expect([heard(running, 5), seconds(running, 5)]).toEqual([0, 5]);
    const stopped = round(runsTimer('q200', true), later(5, runsTimer('q200', false)), notesSound('q200', true));
    expect(seconds(stopped, 60)).toBe(5);
  });

  it('follows the music again when it is started while the song is playing', () => {
    const again = round(notesSound('q200', true), runsTimer('q200', false), later(9, runsTimer('q200', true)));
    expect(seconds(again, 5)).toBe(6);
    const silent = again.when(later(5, notesSound('q200', false)));
    expect(seconds(silent, 60)).toBe(6);
  });

  it('also runs while the music is paused', () => {
    expect(seconds(round(pausesMusic(true, 'q200'), runsTimer('q200', true)), 5)).toBe(5);
  });

  it('stands for a buzz, and runs on after a wrong answer', () => {
    const buzzed = round(runsTimer('q200', true), later(5, buzzes('ann', 'q200')));
    expect(buzzed.playing().current).toMatchObject({ timeTrialElapsedSeconds: 5 });
    expect(seconds(buzzed, 60)).toBe(5);
    expect(seconds(buzzed.when(judges('ann', false, 'q200')), 2)).toBe(7);
  });

  it('ends with the question, with a pause of the music and with a switch of time trial', () => {
    const next = given(
      ...begun,
      takesMusic('desk-1'),
      selects('q200'),
      runsTimer('q200', true),
      marksUnanswered('q200'),
      selects('q100'),
    );
    expect(next.playing().current?.timerByHand).toBeNull();
    expect(round(runsTimer('q200', true), pausesMusic(true, 'q200')).playing().current?.timerByHand).toBeNull();
    expect(round(runsTimer('q200', true), switchesTimeTrial(false)).playing().current?.timerByHand).toBeNull();
  });

  it('starts for the moderator, in time trial, for the question in play', () => {
    expect(round().when({ ...runsTimer('q200', true), by: user('ann') }).refusal).toBe('not-moderator');
    expect(round().when(runsTimer('q100', true)).refusal).toBe('question-not-current');
    expect(given(...begun).when(runsTimer('q200', true)).refusal).toBe('no-active-question');
    expect(round(switchesTimeTrial(false)).when(runsTimer('q200', true)).events).toEqual([]);
    expect(round(runsTimer('q200', true)).when(runsTimer('q200', true)).events).toEqual([]);
  });
});

describe('What a desk reports of the song', () => {
  it('records changes from the moderator alone, for the question in play', () => {
    expect(round().when(notesSound('q200', false)).events).toEqual([]);
    expect(round().when({ ...notesSound('q200', true), by: user('ann') }).refusal).toBe('not-moderator');
    expect(round().when(notesSound('q100', true)).refusal).toBe('question-not-current');
    expect(given(...begun).when(notesSound('q200', true)).refusal).toBe('no-active-question');
  });
});

describe('The music of two desks', () => {
  const played = given(...begun, takesMusic('desk-1'));

  it('belongs to the first desk, and then to another one that knows of it', () => {
    expect(played.game().musicDesk).toBe('desk-1');
    expect(played.when(takesMusic('desk-1', 'desk-1')).events).toEqual([]);
    expect(played.when(takesMusic('desk-2', 'desk-1')).game().musicDesk).toBe('desk-2');
  });

  it('keeps its desk when two desks take it at once', () => {
    const second = played.when(takesMusic('desk-2', null));
    expect([second.refusal, second.events]).toEqual([null, []]);
  });

  it('becomes free once its desk is lost, which only the service records', () => {
    expect(played.when(musicDeskIsLost('desk-1', 0)).game().musicDesk).toBeNull();
    expect(played.when(musicDeskIsLost('desk-2', 0)).events).toEqual([]);
    expect(played.when({ ...musicDeskIsLost('desk-1', 0), isServer: false }).refusal).toBe('not-allowed');
  });
});
