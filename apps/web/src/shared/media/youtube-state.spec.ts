import { describe, expect, it } from '@jest/globals';
import { evolveYoutube, isCuedAhead, NO_VIDEO, type Video, type YoutubeEvent } from './youtube-state.js';

const video: Video = { kind: 'youtube', youtubeLink: 'x', videoId: 'dQw4w9WgXcQ', start: 5, end: null };
const after = (...events: YoutubeEvent[]) => events.reduce(evolveYoutube, NO_VIDEO);
const prepared: YoutubeEvent = { type: 'prepared', video };
const loaded: YoutubeEvent = { type: 'loaded', video, atMs: 0 };
const changed = (code: number): YoutubeEvent => ({ type: 'playerChanged', code });
const [ended, playing, paused, cued] = [changed(0), changed(1), changed(2), changed(5)];

describe('the state of the YouTube player', () => {
  it('follows what the player reports about the loaded video', () => {
    expect(after(loaded).media.status).toBe('loading');
    expect(after(loaded, cued, playing).media.status).toBe('playing');
    expect(after(loaded, cued, playing, paused).media.status).toBe('paused');
    expect(after(loaded, changed(-1)).media.status).toBe('loading');
  });

  it('ignores the player without a video and after a failure', () => {
    expect(after(playing, { type: 'blocked' }, { type: 'playerFailed', code: 100 }).media).toEqual(NO_VIDEO.media);
    const failed = after(loaded, { type: 'playerFailed', code: 101 }, playing);
    expect(failed.media).toMatchObject({ status: 'failed', fault: 'embedding' });
  });

  it('takes a video that was cued ahead as cued only from its start, once, and not after an error', () => {
    const ahead = after(prepared, loaded);
    expect(isCuedAhead(ahead)).toBe(true);
    const cueing = evolveYoutube(ahead, { type: 'cueing' });
    expect([cueing.media.status, isCuedAhead(cueing)]).toEqual(['cued', false]);
    expect(isCuedAhead(after(prepared, { type: 'loaded', video, atMs: 900 }))).toBe(false);
    expect(isCuedAhead(after(prepared, { type: 'playerFailed', code: 5 }, loaded))).toBe(false);
    expect(isCuedAhead(after(prepared, { type: 'loaded', video: { ...video, start: 6 }, atMs: 0 }))).toBe(false);
  });

  it('remains ended when the player pauses at the end, until the player seeks', () => {
    const over = after(loaded, playing, { type: 'endPassed' }, paused);
    expect(over.media.status).toBe('ended');
    expect(evolveYoutube(over, { type: 'sought', ms: 7, byPlayer: false }).media.status).toBe('ended');
    expect(evolveYoutube(over, { type: 'sought', ms: 7, byPlayer: true })).toMatchObject({
      media: { status: 'paused' },
      startMs: 7,
    });
    expect(after(loaded, playing, ended).media.status).toBe('ended');
  });

  it('wants to play from the command on, and no longer after pause, stop or another video', () => {
    const wanted = after(loaded, { type: 'played' });
    expect(wanted.wanted).toBe(true);
    for (const event of [{ type: 'paused' }, { type: 'stopped' }, loaded] as const)
      expect(evolveYoutube(wanted, event).wanted).toBe(false);
  });

  it('remains blocked until the video plays', () => {
    const blocked = after(loaded, { type: 'blocked' }, cued);
    expect(blocked.media.blocked).toBe(true);
    expect(evolveYoutube(blocked, playing).media.blocked).toBe(false);
  });
});
