import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unicodeText } from '../testing/unicode-text.js';
import { mediumOf } from '../setup/draft.js';
import { Medium } from './medium.js';
import { findYoutubeLink, parseYoutubeLink, youtubeLinksIn } from './youtube-link.js';

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

  it('reads the start behind a hash', () => {
    expect(parseYoutubeLink(`https://www.youtube.com/watch?v=${ID}#t=1m30s`)?.start).toBe(90);
    expect(parseYoutubeLink(`https://youtu.be/${ID}#t=30`)?.start).toBe(30);
    expect(parseYoutubeLink(`https://youtu.be/${ID}?t=5#t=30`)?.start).toBe(5);
    expect(parseYoutubeLink(EMBED_CODE)?.start).toBe(42);
  });
});

const redirected = (link: string, times: number): string =>
  times === 0 ? link : `https://www.google.com/url?q=${encodeURIComponent(redirected(link, times - 1))}`;

describe('A YouTube link as it is copied', () => {
  const link = `https://youtu.be/${ID}`;
  it.each([
    `${link} and more`,
    `Listen to this: ${link}`,
    `Never Gonna Give You Up (${link})`,
    `Is it ${link}?`,
    `It is ${link}.`,
    `"${link}"`,
    `<${link}>`,
    `„${link}“`,
    `「${link}」。`,
    `[Never Gonna Give You Up](${link})`,
    `[${link}](${link})`,
    `**${link}**, the first`,
    `Artist; Song; ${link};`,
    `Song:${link}`,
    `<a href="${link}">Rick</a>`,
  ])('strips the text around it: %s', (text) => {
    expect(findYoutubeLink(text)).toEqual({ address: link, link: { videoId: ID, start: null, end: null } });
  });

  it.each([
    `https://www.google.com/url?q=https://www.youtube.com/watch%3Fv%3D${ID}&sa=D&usg=x`,
    `https://www.google.de/url?sa=t&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}&usg=x`,
    `https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}&gl=DE&m=0&pc=yt`,
    `https://consent.youtube.com/ml?continue=https://www.youtube.com/watch?v%3D${ID}&gl=DE`,
    `https://www.youtube.com/redirect?event=video_description&q=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}`,
    `https://accounts.google.com/ServiceLogin?service=youtube&continue=https%3A%2F%2Fwww.youtube.com%2Fsignin%3Fnext%3D%252Fwatch%253Fv%253D${ID}`,
    redirected(`https://www.youtube.com/watch?v=${ID}`, 3),
  ])('leads out of a page in front of it: %s', (address) => {
    const read = findYoutubeLink(address);
    expect(read?.link.videoId).toBe(ID);
    expect(read?.address).toMatch(/^(https:\/\/www\.)?youtube\.com\/watch\?v=dQw4w9WgXcQ$/);
    expect(findYoutubeLink(`Look at ${address}.`)).toEqual(read);
  });

  it('reads a time behind a second question mark', () => {
    expect(parseYoutubeLink(`https://www.youtube.com/watch?v=${ID}?t=30`)).toEqual({
      videoId: ID,
      start: 30,
      end: null,
    });
    expect(parseYoutubeLink(`https://youtu.be/${ID}?si=x?t=30`)?.start).toBe(30);
  });

  it('stores the link without the words around it', () => {
    const read = mediumOf({ youtubeLink: `Rick Astley – ${link}?t=5, great!`, clipId: null });
    expect(read).toMatchObject({ medium: { youtubeLink: `${link}?t=5`, videoId: ID, start: 5 } });
  });

  it('keeps an underscore that belongs to its id', () => {
    expect(parseYoutubeLink('see https://youtu.be/dQw4w9WgXc_')?.videoId).toBe('dQw4w9WgXc_');
    expect(parseYoutubeLink(`see _https://youtu.be/${ID}_`)?.videoId).toBe(ID);
  });

  it('finds the link and its position in any sentence of words', () => {
    const words = fc
      .array(fc.stringMatching(/^[\p{L}0-9]{1,8}[.,!?]?$/u), { maxLength: 5 })
      .map((list) => list.join(' '));
    const around = fc.constantFrom(
      ['', ''],
      ['(', ')'],
      ['"', '"'],
      ['<', '>'],
      ['[', ']'],
      ['', '.'],
      ['', ','],
      ['', ' !'],
    );
    const shapes = fc.constantFrom(link, `youtube.com/watch?v=${ID}`, `https://www.youtube.com/watch?v=${ID}&amp;t=9`);
    fc.assert(
      fc.property(words, around, shapes, words, (before, [open, close], address, after) => {
        const text = `${before} ${open}${address}${close} ${after}`;
        expect(parseYoutubeLink(text)?.videoId).toBe(ID);
        expect(youtubeLinksIn(text).map(({ index, length }) => text.slice(index, index + length))).toEqual([address]);
      }),
    );
  });

  it('finds no link behind another host', () => {
    const host = fc
      .stringMatching(/^[a-z][a-z0-9-]{0,10}\.(?:com|be|example)$/)
      .filter((name) => !/^youtu|^google/.test(name));
    const glue = fc.constantFrom('/', '/?u=', '#', '@', '.', '/watch?v=', '\\', '/url?q=', '-', '_');
    fc.assert(
      fc.property(host, glue, fc.boolean(), (name, between, inText) => {
        const address = `https://${name}${between}youtube.com/watch?v=${ID}`;
        expect(parseYoutubeLink(inText ? `see ${address} now` : address)).toBeNull();
      }),
    );
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
    redirected(`https://youtu.be/${ID}`, 4),
    'https://www.youtube.com/attribution_link?a=x',
    `javascript:alert(1)//youtu.be/${ID}`,
    `ftp://youtube.com/watch?v=${ID}`,
    `https://youtu.be/${ID} and https://youtu.be/aaaaaaaaaa1`,
    `see https://youtube.com.evil.example/watch?v=${ID}.`,
    `see https://evil.example/?u=https://youtu.be/${ID}.`,
    `see https://evil.youtu.be/${ID} and ${ID}`,
    `[song](https://yоutube.com/watch?v=${ID})`, // a Cyrillic о
    `https://google.com.evil.example/url?q=https://youtu.be/${ID}`,
    `https://www.google.com/url?q=https://evil.example/watch?v=${ID}`,
    `https://www.google.com/search?q=https://youtu.be/${ID}`,
    `https://consent.youtube.com.evil.example/m?continue=https://youtu.be/${ID}`,
    `https://www.youtube.com/redirect?q=https%3A%2F%2Fevil.example%2F${ID}`,
    `<iframe src="https://evil.example/embed/${ID}"></iframe>`,
  ])('refuses %s', (link) => {
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
      unicodeText(),
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
    for (const link of [long, 'a.'.repeat(100_000), ' a'.repeat(100_000), `youtu.be/?${'&'.repeat(100_000)}`])
      expect(parseYoutubeLink(link)).toBeNull();
  });
});
