import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ClipId, QuestionId, type Medium } from '@earworm/rules';
import { createFakePlayer } from '../../testing/fake-player.js';
import { createMediaDeck, STALLED_AFTER_MS, type Playback } from './media-deck.js';

const clip: Medium = { kind: 'clip', clipId: ClipId.parse('c1') };
const video: Medium = { kind: 'youtube', youtubeLink: 'x', videoId: 'dQw4w9WgXcQ', start: 10, end: 40 };
const song = (id: string, medium: Medium, playing: boolean, atMs = 0): Playback => ({
  questionId: QuestionId.parse(id),
  medium,
  playing,
  heardMs: () => atMs,
});

function desk() {
  const clips = createFakePlayer();
  const videos = createFakePlayer();
  return { clips, videos, deck: createMediaDeck({ clip: () => clips, youtube: () => videos }) };
}

describe('media deck that follows a game', () => {
  it('plays when a question is selected, pauses on a buzz, resumes after a wrong answer and stops at the end', () => {
    const { deck, clips } = desk();
    deck.follow(song('q1', clip, true));
    deck.follow(song('q1', clip, false));
    deck.follow(song('q1', clip, true));
    deck.follow(null);
    expect(clips.calls).toEqual(['load c1 at 0', 'play', 'pause', 'play', 'stop']);
  });

  it('ignores changes of the game that do not concern the music', () => {
    const { deck, clips } = desk();
    deck.follow(song('q1', clip, true));
    deck.follow(song('q1', clip, true, 4_000));
    expect(clips.calls).toEqual(['load c1 at 0', 'play']);
  });

  it('starts at the position of the song when the page is opened in the middle of it', () => {
    const { deck, videos } = desk();
    deck.follow(song('q1', video, false, 12_000));
    expect(videos.calls).toEqual(['load dQw4w9WgXcQ at 12000']);
  });

  it('silences the clip when the next question is a video', () => {
    const { deck, clips, videos } = desk();
    deck.follow(song('q1', clip, true));
    deck.follow(song('q2', video, true));
    expect(clips.calls.at(-1)).toBe('stop');
    expect(videos.calls).toEqual(['load dQw4w9WgXcQ at 0', 'play']);
  });

  it('stops when its player is dropped, makes another one when it is followed again, and leaves other players alone', () => {
    const made: ReturnType<typeof createFakePlayer>[] = [];
    const clips = createFakePlayer();
    const youtube = () => {
      const player = createFakePlayer();
      made.push(player);
      return player;
    };
    const deck = createMediaDeck({ clip: () => clips, youtube });
    deck.follow(song('q1', video, true));
    deck.drop('youtube');
    expect([made[0]?.calls.at(-1), deck.state.status]).toEqual(['dispose', 'idle']);
    deck.follow(song('q1', video, true, 5_000));
    expect(made[1]?.calls).toEqual(['load dQw4w9WgXcQ at 5000', 'play']);
    deck.follow(song('q2', clip, true));
    deck.drop('youtube');
    expect([clips.calls.at(-1), deck.state.status]).toEqual(['play', 'playing']);
  });

  it('replays from the start of the song', () => {
    const { deck, clips } = desk();
    deck.follow(song('q1', clip, true));
    deck.replay();
    expect(clips.calls.slice(2)).toEqual(['seek 0', 'play']);
  });

  it('remains silent after a buzz, also when it is set back to the start or the browser lets it play', () => {
    const { deck, clips } = desk();
    deck.follow(song('q1', clip, true));
    deck.follow(song('q1', clip, false));
    deck.replay();
    expect(clips.calls.slice(2)).toEqual(['pause', 'seek 0']);
    deck.unblock();
    expect(clips.calls.at(-1)).toBe('pause');
    expect(deck.state.status).toBe('paused');
    deck.follow(song('q1', clip, true));
    expect(clips.calls.at(-1)).toBe('play');
  });

  it('says that the browser wants a touch first, and starts with it', () => {
    const { deck, clips } = desk();
    clips.block();
    let changes = 0;
    deck.subscribe(() => changes++);
    deck.follow(song('q1', clip, true));
    expect(deck.state.blocked).toBe(true);
    deck.unblock();
    expect(deck.state).toEqual({ status: 'playing', fault: null, blocked: false });
    expect(changes).toBeGreaterThan(1);
  });

  it('says what failed, and loads the same song again on retry', () => {
    const { deck, videos } = desk();
    deck.follow(song('q1', video, true));
    videos.fail('embedding');
    expect(deck.state.fault).toBe('embedding');
    deck.retry();
    expect(deck.state.status).toBe('playing');
  });
});

describe('song that keeps loading', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('counts as stalled after ten seconds, and as playing once it continues by itself', () => {
    const { deck, videos } = desk();
    deck.follow(song('q1', video, true));
    videos.buffer();
    jest.advanceTimersByTime(STALLED_AFTER_MS - 1);
    expect(deck.state.status).toBe('buffering');
    jest.advanceTimersByTime(1);
    expect(deck.state.fault).toBe('stalled');
    videos.play();
    expect(deck.state).toMatchObject({ status: 'playing', fault: null });
  });

  it('never counts as stalled while the game has the music paused', () => {
    const { deck, videos } = desk();
    deck.follow(song('q1', video, true));
    videos.buffer();
    deck.follow(song('q1', video, false));
    jest.advanceTimersByTime(STALLED_AFTER_MS * 2);
    expect(deck.state.fault).toBeNull();
  });
});

describe('media deck', () => {
  it('plays nothing more once its page is gone, until a page has it again', () => {
    const { deck, clips } = desk();
    deck.follow(song('q1', clip, true));
    deck.dispose();
    deck.follow(song('q2', clip, true));
    deck.prepare(clip);
    expect(clips.calls).toEqual(['load c1 at 0', 'play', 'dispose']);
    deck.open();
    deck.follow(song('q2', clip, true));
    expect(clips.calls.slice(3)).toEqual(['load c1 at 0', 'play']);
  });

  it('fetches ahead between songs only', () => {
    const { deck, clips } = desk();
    deck.prepare(clip);
    deck.follow(song('q1', clip, true));
    deck.prepare({ kind: 'clip', clipId: ClipId.parse('c2') });
    expect(clips.calls).toEqual(['prepare c1', 'load c1 at 0', 'play']);
  });

  it('keeps its volume from one kind of medium to the other', () => {
    const { deck, clips, videos } = desk();
    deck.follow(song('q1', clip, true));
    deck.setVolume(0.4);
    deck.follow(song('q2', video, true));
    expect(clips.calls).toContain('volume 0.4');
    expect(videos.calls[0]).toBe('volume 0.4');
  });
});
