import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mediumOf } from '../setup/draft.js';
import { Medium } from './medium.js';
import { parseYoutubeLink } from './youtube-link.js';

const ID = 'dQw4w9WgXcQ';
const EMBED_CODE = `<iframe width="560" height="315" src="https://www.youtube.com/embed/${ID}?si=Gk7&amp;start=42" title="YouTube video player" frameborder="0" allow="autoplay; encrypted-media" allowfullscreen></iframe>`;

describe('A link that YouTube hands out', () => {
  it.each([
    ID,
    ` ${ID}\n`,
    '-_aA0123456',
    `https://www.youtube.com/watch?v=${ID}`,
    `http://www.youtube.com/watch?v=${ID}`,
    `HTTPS://WWW.YouTube.com/watch?v=${ID}`,
    `//www.youtube.com/watch?v=${ID}`,
    `www.youtube.com/watch?v=${ID}`,
    `youtube.com/watch?v=${ID}`,
    `https://youtube.com:443/watch?v=${ID}`,
    `https://www.youtube.com/watch/?v=${ID}`,
    `https://www.youtube.com/watch/${ID}`,
    `https://www.youtube.com/?v=${ID}`,
    `https://www.youtube.com/?feature=player_embedded&v=${ID}`,
    `https://www.youtube.com/watch_popup?v=${ID}`,
    `https://www.youtube.com/ytscreeningroom?v=${ID}`,
    `https://www.youtube.com/watch?app=desktop&v=${ID}`,
    `https://www.youtube.com/watch?v=${ID}&feature=youtu.be`,
    `https://www.youtube.com/watch?v=${ID}&list=PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG&index=2`,
    `https://www.youtube.com/watch?list=RD${ID}&v=${ID}&start_radio=1`,
    `https://www.youtube.com/watch?v=${ID}&ab_channel=RickAstley&pp=ygUEcmljaw%3D%3D`,
    `https://www.youtube.com/watch?v=${ID}&lc=UgwAbCdEf&si=Gk7`,
    `https://www.youtube.com/watch?v=${ID}&amp;feature=share`,
    `https://www.youtube.com/watch?v=${ID}#comments`,
    `https://m.youtube.com/watch?v=${ID}`,
    `m.youtube.com/watch?v=${ID}&app=m`,
    `https://music.youtube.com/watch?v=${ID}&list=RDAMVM${ID}`,
    `https://youtu.be/${ID}`,
    `youtu.be/${ID}`,
    `https://www.youtu.be/${ID}`,
    `https://youtu.be/${ID}/`,
    `https://youtu.be/${ID}?si=k3_xYz-12`,
    `https://youtu.be/${ID}?list=PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG`,
    `https://www.youtube.com/embed/${ID}`,
    `https://www.youtube.com/embed/${ID}?rel=0&autoplay=1`,
    `https://www.youtube-nocookie.com/embed/${ID}?rel=0`,
    `youtube-nocookie.com/embed/${ID}`,
    `https://www.youtube.com/v/${ID}`,
    `https://www.youtube.com/v/${ID}?version=3&hl=en_US`,
    `https://www.youtube.com/v/${ID}&hl=en_US&fs=1`,
    `https://www.youtube.com/e/${ID}`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://youtube.com/shorts/${ID}?feature=share`,
    `https://m.youtube.com/shorts/${ID}/`,
    `https://www.youtube.com/live/${ID}`,
    `https://youtube.com/live/${ID}?si=abc&feature=share`,
    `https://www.youtube.com/attribution_link?a=8g8kPrPIi-ecwIsS&u=%2Fwatch%3Fv%3D${ID}%26feature%3Dem-share_video_user`,
    `https://www.youtube.com/attribution_link?u=https%3A%2F%2Fyoutu.be%2F${ID}&a=x`,
    `\u200bhttps://youtu.be/${ID}\u200b`,
    EMBED_CODE,
  ])('names the video: %s', (link) => {
    expect(parseYoutubeLink(link)?.videoId).toBe(link.trim() === '-_aA0123456' ? '-_aA0123456' : ID);
  });

  it.each([
    ['t=90', 90, null],
    ['t=90s', 90, null],
    ['t=1m30s', 90, null],
    ['t=1m', 60, null],
    ['t=1h2m3s', 3723, null],
    ['t=2h', 7200, null],
    ['t=1h30s', 3630, null],
    ['t=1M30S', 90, null],
    ['t=1:30', 90, null],
    ['t=01:02:03', 3723, null],
    ['t=12.75', 12, null],
    ['t=0', 0, null],
    ['start=43', 43, null],
    ['time_continue=17', 17, null],
    ['start=10&t=20', 10, null],
    ['t=20&time_continue=30', 20, null],
    ['start=10&end=25', 10, 25],
    ['end=25', null, 25],
    ['t=1m&end=1m30s', 60, 90],
    ['start=30&end=30', 30, null],
    ['start=30&end=10', 30, null],
    ['end=0', null, null],
    ['t=soon', null, null],
    ['t=', null, null],
    ['t=-5', null, null],
    ['t=999999', null, null],
    ['start=soon&t=20', 20, null],
    ['t=%E0%A4%A', null, null],
  ])('says when to start and stop: %s', (times, start, end) => {
    const wanted = { videoId: ID, start, end };
    expect(parseYoutubeLink(`https://www.youtube.com/watch?v=${ID}&${times}`)).toEqual(wanted);
    expect(parseYoutubeLink(`https://youtu.be/${ID}?si=x&${times}`)).toEqual(wanted);
    expect(parseYoutubeLink(`https://www.youtube.com/embed/${ID}?${times}`)).toEqual(wanted);
    const u = encodeURIComponent(`/watch?v=${ID}&${times}`);
    expect(parseYoutubeLink(`https://www.youtube.com/attribution_link?u=${u}`)).toEqual(wanted);
  });

  it('may say the start behind a hash', () => {
    expect(parseYoutubeLink(`https://www.youtube.com/watch?v=${ID}#t=1m30s`)?.start).toBe(90);
    expect(parseYoutubeLink(`https://youtu.be/${ID}#t=30`)?.start).toBe(30);
    expect(parseYoutubeLink(`https://youtu.be/${ID}?t=5#t=30`)?.start).toBe(5);
    expect(parseYoutubeLink(EMBED_CODE)?.start).toBe(42);
  });
});

describe('What is no link to one YouTube video', () => {
  it.each([
    '',
    ' ',
    'Rick Astley',
    'dQw4w9WgXc',
    'dQw4w9WgXcQQ',
    'dQw4w9WgXc!',
    'videoseries',
    'https://www.youtube.com',
    'https://www.youtube.com/',
    'https://www.youtube.com/watch',
    'https://www.youtube.com/watch?v=',
    'https://www.youtube.com/watch?v=short',
    `https://www.youtube.com/watch?v=${ID}x`,
    `https://www.youtube.com/watch?video=${ID}`,
    'https://www.youtube.com/playlist?list=PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG',
    'https://www.youtube.com/embed/videoseries?list=PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG',
    'https://www.youtube.com/embed/live_stream?channel=UCuAXFkgsw1L7xaCfnd5JJOw',
    'https://www.youtube.com/@RickAstleyYT',
    'https://www.youtube.com/@RickAstley', // eleven letters behind the @
    'https://www.youtube.com/channel/UCuAXFkgsw1L7xaCfnd5JJOw',
    'https://www.youtube.com/c/RickAstley1',
    'https://www.youtube.com/user/RickAstley1',
    'https://www.youtube.com/clip/UgkxABCDEFG',
    'https://www.youtube.com/results?search_query=never+gonna',
    'https://www.youtube.com/hashtag/rickrolling',
    'https://www.youtube.com/feed/subscriptions',
    `https://www.youtube.com/embed/${ID}/more`,
    `https://youtu.be/${ID}/more`,
    'https://youtu.be/',
    'https://youtu.be/playlist?list=PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG',
    `https://youtube.com.evil.example/watch?v=${ID}`,
    `https://evilyoutube.com/watch?v=${ID}`,
    `https://youtube.com.evil/watch?v=${ID}`,
    `https://youtubee.com/watch?v=${ID}`,
    `https://y0utube.com/watch?v=${ID}`,
    `https://yоutube.com/watch?v=${ID}`, // a Cyrillic о
    `https://youtu.be.evil.example/${ID}`,
    `https://evil.youtu.be/${ID}`,
    `https://studio.youtube.com/watch?v=${ID}`,
    `https://youtube.com@evil.example/watch?v=${ID}`,
    `https://evil.example/youtube.com/watch?v=${ID}`,
    `https://evil.example\\@youtube.com/watch?v=${ID}`,
    `https://evil.example/?u=https://youtu.be/${ID}`,
    `https://evil.example#youtu.be/${ID}`,
    `https://youtube.com:8080/watch?v=${ID}`,
    `https://youtube.com./watch?v=${ID}`,
    `https://vimeo.com/148751763`,
    `https://www.youtube.com/attribution_link?u=https%3A%2F%2Fevil.example%2Fwatch%3Fv%3D${ID}`,
    `https://www.youtube.com/attribution_link?u=%2Fattribution_link%3Fu%3D%252Fwatch%253Fv%253D${ID}`,
    'https://www.youtube.com/attribution_link?a=x',
    `javascript:alert(1)//youtu.be/${ID}`,
    `ftp://youtube.com/watch?v=${ID}`,
    `https://youtu.be/${ID} and more`,
    `<iframe src="https://evil.example/embed/${ID}"></iframe>`,
  ])('is refused: %s', (link) => {
    expect(parseYoutubeLink(link)).toBeNull();
  });

  it('whatever is typed is read without an error, and what is read fits the medium', () => {
    const pieces = fc.constantFrom(
      'https://',
      'youtu.be/',
      'youtube.com',
      '/watch?v=',
      ID,
      '&t=',
      '%',
      '#',
      '?',
      'end=',
      '1m',
      '9',
      '<iframe src="',
      '&amp;',
    );
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 12 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(typed, (youtubeLink) => {
        const read = mediumOf({ youtubeLink, clipId: null });
        if ('medium' in read) expect(Medium.parse(read.medium)).toStrictEqual(read.medium);
      }),
      { numRuns: 2000 },
    );
  });

  it('a very long text is refused', () => {
    const long = `<iframe ${'src= '.repeat(50_000)}`;
    for (const link of [long, 'a.'.repeat(100_000), `youtu.be/?${'&'.repeat(100_000)}`])
      expect(parseYoutubeLink(link)).toBeNull();
  });
});
