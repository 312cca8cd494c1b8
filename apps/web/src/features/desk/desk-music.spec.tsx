import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { type ClipId } from '@earworm/rules';
import {
  buzzes,
  creates,
  crewJoins,
  joins,
  judges,
  later,
  marksUnanswered,
  pausesGame,
  resumesGame,
  selects,
  undoes,
} from '@earworm/rules/testing';
import {
  advance,
  audio,
  click,
  given,
  happens,
  keys,
  meanwhile,
  openBuzzer,
  openDesk,
  sent,
  server,
  youtube,
} from '../../testing/game-screens.js';
import {
  addsQuestion,
  button,
  chooseAction,
  inRound,
  isDisabled,
  media,
  scores,
  started,
  status,
  VIDEO,
} from '../../testing/desk-screen.js';

const { matchMedia } = window;
afterEach(() => {
  window.matchMedia = matchMedia;
  jest.restoreAllMocks();
});

describe('a paused game at the desk', () => {
  const pauseBar = () => screen.queryByTestId('pause-bar');

  it('pauses and resumes in the menu, by a key and in its banner, and the song continues where it was', async () => {
    await given(...inRound);
    await openDesk();
    await advance(5_000);
    const begun = youtube.log.length;
    await chooseAction(/Pause game/);
    expect(sent('pauseGame')).toEqual([{ type: 'pauseGame' }]);
    expect(within(pauseBar()!).getByRole('status').textContent).toBe('The game is paused');
    await click(within(pauseBar()!).getByRole('button', { name: 'Resume game' }));
    expect(pauseBar()).toBeNull();
    expect(youtube.log.slice(begun)).toEqual(['pause', `play ${VIDEO}`]);
    await advance(2_000);
    await keys('g');
    const [before, after] = youtube.heard.slice(-2);
    expect(after?.from).toBe(before?.to);
    await chooseAction(/Resume game/);
    expect([sent('pauseGame'), sent('resumeGame')].map(({ length }) => length)).toEqual([2, 2]);
  });

  it('lets the moderator judge, but neither play the music nor select a question', async () => {
    await given(...inRound, buzzes('ann', 'q100'), pausesGame());
    await openDesk();
    expect(isDisabled(/^Right/)).toBe(false);
    expect([isDisabled(/^Nobody got it/), isDisabled('Resume music')]).toEqual([true, true]);
    await click(button(/^Right/));
    expect(screen.getByRole('button', { name: 'TV for 200' }).hasAttribute('disabled')).toBe(true);
    await happens(resumesGame());
    expect(screen.getByRole('button', { name: 'TV for 200' }).hasAttribute('disabled')).toBe(false);
  });

  it('resumes for members who may judge, and for no others', async () => {
    await given(...started, crewJoins('cem', ['settings']), pausesGame());
    await openBuzzer('cem');
    expect(within(pauseBar()!).getByRole('button', { name: 'Resume game' }).hasAttribute('disabled')).toBe(true);
    await keys('g');
    expect(sent('resumeGame')).toEqual([]);
  });
});

describe('the video of a question at the desk', () => {
  const fails = async (error: number) => {
    await given(...started);
    await openDesk();
    youtube.next = { error };
    await happens(selects('q100'));
  };

  it('plays when it is picked, pauses on a buzz, goes on after a wrong answer and stops at the end', async () => {
    await given(...started);
    await openDesk();
    expect(youtube.log).toEqual([`cue ${VIDEO} from 0`]);
    await happens(selects('q100'));
    expect(status()).toBe('playing');
    await happens(buzzes('ann', 'q100'));
    expect(status()).toBe('paused');
    await happens(judges('ann', false, 'q100'));
    expect(status()).toBe('playing');
    await happens(marksUnanswered('q100'));
    expect(youtube.log).toEqual([
      `cue ${VIDEO} from 0`,
      `play ${VIDEO}`,
      'pause',
      `play ${VIDEO}`,
      'stop',
      `cue ${VIDEO} from 0`,
    ]);
  });

  const pauseResumeReplay = async () => {
    await keys('p');
    expect(sent('pauseMusic')).toEqual([{ type: 'pauseMusic', questionId: 'q100', paused: true }]);
    expect(status()).toBe('paused');
    await click(button('Resume music'));
    expect(status()).toBe('playing');
    await keys('m');
    expect(youtube.log.slice(-2)).toEqual(['seek 0', `play ${VIDEO}`]);
  };

  it('pauses, resumes and replays when the moderator asks for it', async () => {
    await given(...started);
    await openDesk();
    await happens(selects('q100'));
    await pauseResumeReplay();
    await click(button('Pause music'));
    await click(button('Replay'));
    expect(youtube.log.slice(-3)).toEqual(['pause', 'seek 0', 'pause']);
  });

  describe('a song that plays on after a right answer', () => {
    const right = [
      ...[creates({ musicAfterRight: 'plays' }), ...started, selects('q100')],
      ...[later(20, buzzes('ann', 'q100')), judges('ann', true, 'q100')],
    ];
    const answered = async () => {
      await given(...right.slice(0, -1));
      await openDesk();
      youtube.log.length = 0;
      await happens(...right.slice(-1));
    };
    const roundPanel = () => screen.getByTestId('round-panel');

    it('plays on beside what to do next, in the same player and in sight', async () => {
      await answered();
      expect(status()).toBe('playing');
      expect(youtube.log).toEqual([`play ${VIDEO}`]);
      expect(roundPanel().hidden).toBe(false);
      expect(screen.getByRole('heading', { level: 1, name: 'Pick a question' })).toBeTruthy();
      expect(within(roundPanel()).queryByRole('button', { name: /^Right/ })).toBeNull();
    });

    it('pauses, resumes and replays when the moderator asks for it', async () => {
      await answered();
      await pauseResumeReplay();
    });

    it('makes way for the next question, and is open and paused again when the verdict is undone', async () => {
      await answered();
      await happens(undoes(server.playing().lastVerdict!.version));
      expect(status()).toBe('paused');
      await happens(judges('ann', true, 'q100'), selects('q200'));
      expect(youtube.log.slice(-2)).toEqual([`cue ${VIDEO} from 0`, `play ${VIDEO}`]);
      expect(screen.getByRole('heading', { level: 1, name: 'TV for 200' })).toBeTruthy();
    });

    it('plays on from where the room is when the desk is opened meanwhile', async () => {
      await given(...right, later(10, joins('eve', 'Eve')));
      await openDesk();
      expect(youtube.log).toEqual([expect.stringMatching(/^cue dQw4w9WgXcQ from 3\d\.\d+$/), `play ${VIDEO}`]);
    });
  });

  describe('a video whose link has a start and an end', () => {
    const opened = async () => {
      const link = `https://youtu.be/${VIDEO}?start=20&end=24`;
      await given(creates(), addsQuestion('q50', 50, { youtubeLink: link }), ...started);
      await openDesk();
      await happens(selects('q50', 'tv'));
    };

    it('plays from the one to the other, and pauses while the moderator pauses it', async () => {
      await opened();
      expect(youtube.log).toContain(`cue ${VIDEO} from 20 to 24`);
      await advance(1_500);
      await keys('p');
      await advance(5_000);
      expect(status()).toBe('paused');
      await click(button('Resume music'));
      await advance(4_000);
      expect(status()).toBe('ended');
      const [first, second, ...more] = youtube.heard;
      expect(first?.from).toBe(20);
      expect(second?.from).toBe(first?.to);
      expect(second?.to).toBe(24);
      expect(more).toEqual([]);
    });

    it.each([
      ['it was replayed', () => keys('m')],
      ['the key that would pause it', () => keys('p')],
      ['the button that would pause it', () => click(button('Resume music'))],
      ['a wrong answer', () => happens(buzzes('ann', 'q50'), judges('ann', false, 'q50'))],
    ])('begins at its start again after %s, and ends where its link does', async (_, again) => {
      await opened();
      await advance(4_500);
      expect(status()).toBe('ended');
      youtube.heard.length = 0;
      await again();
      expect(status()).toBe('playing');
      await advance(4_500);
      expect(status()).toBe('ended');
      expect(youtube.heard).toHaveLength(1);
      expect(youtube.heard[0]?.from).toBe(20);
      expect(youtube.heard[0]?.to).toBeCloseTo(24, 0);
    });

    it('remains silent when the desk is opened after its end', async () => {
      const link = `https://youtu.be/${VIDEO}?start=20&end=24`;
      const late = later(30, joins('eve', 'Eve'));
      await given(creates(), addsQuestion('q50', 50, { youtubeLink: link }), ...started, selects('q50', 'tv'), late);
      await openDesk();
      await advance(5_000);
      expect(status()).toBe('ended');
      expect(youtube.heard.filter(({ from }) => from < 23)).toEqual([]);
    });
  });

  it('reports how long the song is', async () => {
    await given(...started);
    await openDesk();
    await happens(selects('q100'));
    await advance(1_000);
    expect(sent('noteSong')[0]).toMatchObject({ questionId: 'q100', lengthMs: 180_000 });
  });

  it.each([
    [2, 'This video does not exist on YouTube.'],
    [5, 'The YouTube player stopped working.'],
    [100, 'This video was removed or is private.'],
    [101, 'This video can only be played on YouTube itself.'],
    [150, 'This video can only be played on YouTube itself.'],
    [153, 'YouTube blocked playback on this site (missing referrer).'],
  ])('says what error %i of the player means, and the question can be skipped', async (error, sentence) => {
    await fails(error);
    const fault = within(media()).getByRole('alert');
    expect(fault.querySelector('strong')?.textContent).toBe(sentence);
    expect(within(fault).getByText(/Try again, play the song another way/)).toBeTruthy();
    const link = within(fault).getByRole('link', { name: 'Open on YouTube' });
    expect(link.getAttribute('href')).toBe(`https://www.youtube.com/watch?v=${VIDEO}&t=0`);
    await click(button('Skip this question'));
    expect(sent('markUnanswered')).toHaveLength(1);
  });

  it('plays on Try again after the player failed', async () => {
    await fails(5);
    await click(button('Try again'));
    expect(status()).toBe('playing');
    expect(within(media()).queryByRole('alert')).toBeNull();
  });

  it('accepts buzzes and verdicts while the video cannot be shown', async () => {
    await fails(150);
    await happens(buzzes('ann', 'q100'));
    await keys('r');
    expect(scores()[0]).toBe('1Ann100');
  });

  it('asks for a touch when the browser blocks the sound, and starts with it', async () => {
    await given(...started);
    await openDesk();
    youtube.next = 'blocked';
    await happens(selects('q100'));
    expect(within(media()).getByRole('alert').textContent).toContain('Your browser only plays sound after you tap.');
    await click(button('Tap to start the music'));
    expect(status()).toBe('playing');
    expect(within(media()).queryByRole('alert')).toBeNull();
  });

  it('says when a song loads without end, and plays it on Try again', async () => {
    await given(...started);
    await openDesk();
    youtube.next = 'buffering';
    await happens(selects('q100'));
    expect(status()).toBe('buffering');
    await advance(10_000);
    expect(media().textContent).toContain('The song is not loading. The connection is too slow or was lost.');
    await click(button('Try again'));
    expect(status()).toBe('playing');
  });

  it('says when YouTube cannot be reached, and plays on Try again once it can', async () => {
    youtube.isReachable = false;
    await given(...started);
    await openDesk();
    await happens(selects('q100'));
    expect(media().textContent).toContain('YouTube cannot be reached from this network.');
    youtube.isReachable = true;
    await click(button('Try again'));
    expect(status()).toBe('playing');
  });

  it('keeps the volume that the moderator set, also when the desk is opened again', async () => {
    await given(...inRound);
    await openDesk();
    fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '40' } });
    expect(youtube.volume).toBe(40);
    cleanup();
    youtube.volume = 100;
    await openDesk();
    expect(screen.getByRole('slider', { name: 'Volume' })).toHaveProperty('value', '40');
    expect(youtube.volume).toBe(40);
  });

  it('plays on from where the room is when the desk is opened in the middle of it', async () => {
    await given(...inRound, later(30, joins('eve', 'Eve')));
    await openDesk();
    expect(youtube.log).toEqual([expect.stringMatching(/^cue dQw4w9WgXcQ from 30\.\d+$/), `play ${VIDEO}`]);
  });
});

describe('the clip of a question at the desk', () => {
  const withClip = [creates(), addsQuestion('q50', 50, { youtubeLink: '', clipId: 'k3' as ClipId }), ...started];
  const line = () => media().textContent;

  it('says what it does: it plays, waits, and has ended', async () => {
    await given(...withClip);
    await openDesk();
    await happens(selects('q50', 'tv'));
    expect(line()).toContain('Audio clip playing');
    await meanwhile(() => audio.becomes('waiting'));
    expect(line()).toContain('Loading the clip…');
    await meanwhile(() => audio.becomes('ended'));
    expect(line()).toContain('The clip has ended');
  });

  it('pauses during an answer', async () => {
    await given(...withClip);
    await openDesk();
    await happens(selects('q50', 'tv'), buzzes('ann', 'q50'));
    expect(line()).toContain('Audio clip paused');
  });

  it('reports a missing file, and plays on Try again', async () => {
    await given(...withClip);
    await openDesk();
    audio.next = 'missing';
    await happens(selects('q50', 'tv'));
    expect(line()).toContain('This audio clip could not be loaded.');
    expect(screen.queryByRole('link', { name: 'Open on YouTube' })).toBeNull();
    await click(button('Try again'));
    expect(line()).toContain('Audio clip playing');
  });

  it('asks for a touch when the browser blocks the sound', async () => {
    await given(...withClip);
    await openDesk();
    audio.next = 'blocked';
    await happens(selects('q50', 'tv'));
    await click(button('Tap to start the music'));
    expect(line()).toContain('Audio clip playing');
  });
});
