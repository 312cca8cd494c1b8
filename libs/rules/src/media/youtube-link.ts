/** What a YouTube link says: the video, and where to start and stop in whole seconds. */
export interface YoutubeLink {
  readonly videoId: string;
  readonly start: number | null;
  readonly end: number | null;
}

/** Exactly these: a look-alike such as `youtube.com.example.org` is not YouTube. */
const VIDEO_HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);
const SHORT_HOSTS = new Set(['youtu.be', 'www.youtu.be']);
const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/;
/** What nearly all links look like, read without taking them apart. */
const PLAIN_LINK = /^https:\/\/(?:youtu\.be\/|(?:www\.|m\.|music\.)?youtube\.com\/watch\?v=)([A-Za-z0-9_-]{11})$/;
/** Words of YouTube's own paths that happen to have eleven letters: a playlist's and a channel's player. */
const NOT_VIDEOS = new Set(['videoseries', 'live_stream']);
/** Pages that name the video in `v`. */
const WATCH_PAGES = new Set(['', 'watch', 'watch_popup', 'ytscreeningroom']);
/** Pages that name the video as the next part of the path. */
const PATH_PAGES = new Set(['embed', 'v', 'e', 'shorts', 'live', 'watch']);
const DAY_SECONDS = 86_400;

/** A link that was found in a text: its address without the words and the redirect around it. */
export interface FoundLink {
  readonly address: string;
  readonly link: YoutubeLink;
}

/**
 * Reads a link as people paste it, offline: every shape that YouTube hands out, its embed code, the bare id, or a text
 * with one such address. Null for whatever names no single video: playlists, channels, clips, searches, other sites.
 */
export const parseYoutubeLink = (typed: string): YoutubeLink | null => findYoutubeLink(typed)?.link ?? null;

/** As `parseYoutubeLink`, with the address. */
export function findYoutubeLink(typed: string): FoundLink | null {
  const plain = PLAIN_LINK.exec(typed)?.[1];
  if (plain !== undefined) return foundAt(typed, linkTo(plain, [], []));
  const text = typed.replace(/\p{Cf}+/gu, '').trim();
  if (VIDEO_ID.test(text)) return foundAt(text, linkTo(text, [], []));
  const embedCode = /^<iframe\s[^>]*?\bsrc=["']([^"']+)["']/i.exec(text);
  return parseAddress(embedCode?.[1] ?? text, REDIRECTS_MAX) ?? onlyLinkIn(text);
}

const foundAt = (address: string, link: YoutubeLink | null): FoundLink | null => link && { address, link };

const REDIRECTS_MAX = 3;
/** What may stand right before an address in a sentence; an address inside another one is none. */
const BEFORE = String.raw`(?<=^|[\s"'<(\[{|,;“„«‘‚‹「『（【《、，；]|[:：](?=https?://)|(?:^|\s)[*_~]{1,3})`;
const ADDRESS = new RegExp(
  String.raw`${BEFORE}(?:https?:)?(?://)?(?:[a-z]{1,12}\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be|google(?:\.[a-z]{2,3}){1,2})` +
    String.raw`(?:[/?:](?:&amp;|[^\s"'<>()\[\]{}|,;“”„«»‘’‚‹›「」『』（）【】《》。、，；])*)?`,
  'giu',
);

/** Null where several videos are named, as none of them is meant more than the others. */
function onlyLinkIn(text: string): FoundLink | null {
  const [first, ...others] = youtubeLinksIn(text);
  if (first === undefined || others.some(({ link }) => link.videoId !== first.link.videoId)) return null;
  return { address: first.address, link: first.link };
}

/** Every YouTube address in a text, with where it stands. A bare id looks like any word of eleven letters, so it is none. */
export function youtubeLinksIn(text: string): (FoundLink & { readonly index: number; readonly length: number })[] {
  return [...text.matchAll(ADDRESS)].flatMap(({ 0: matched, index }) => {
    const sentence = matched.replace(/[.!?:…*~]+$/u, '');
    // An id may end with an underscore, and so may words in Markdown.
    for (const address of [sentence, sentence.replace(/_+$/, '')]) {
      const found = parseAddress(address, REDIRECTS_MAX);
      if (found !== null) return [{ ...found, index, length: address.length }];
    }
    return [];
  });
}

function parseAddress(written: string, redirects: number): FoundLink | null {
  const address = written.replaceAll('&amp;', '&');
  const parts = /^(?:https?:)?(?:\/\/)?([a-z.-]+)(?::(?:80|443))?(?:\/([^?#\s]*))?(?:\?([^#\s]*))?(?:#(\S*))?$/i.exec(
    address,
  );
  if (parts === null) return null;
  const host = (parts[1] ?? '').toLowerCase();
  const target = redirectTarget(host, parts[2] ?? '', parts[3] ?? '');
  if (target !== undefined) return redirects > 0 ? parseAddress(target, redirects - 1) : null;
  // Old embeds put their options behind the id with `&`, without any `?`; a time that is added by hand follows a second `?`.
  const [path = '', ...options] = (parts[2] ?? '').split('&');
  const query = params([parts[3] ?? '', ...options].join('&').replaceAll('?', '&'));
  const hash = params(parts[4] ?? '');
  const segments = path.replace(/\/$/, '').split('/');

  if (SHORT_HOSTS.has(host)) return segments.length === 1 ? foundAt(address, linkTo(segments[0], query, hash)) : null;
  if (!VIDEO_HOSTS.has(host)) return null;
  const page = (segments[0] ?? '').toLowerCase();
  if (segments.length === 1 && WATCH_PAGES.has(page)) return foundAt(address, linkTo(valueOf(query, 'v'), query, hash));
  if (segments.length === 2 && PATH_PAGES.has(page)) return foundAt(address, linkTo(segments[1], query, hash));
  return null;
}

/** Where a page of the same company leads on to; undefined for any other page. */
function redirectTarget(host: string, path: string, query: string): string | undefined {
  const page = path.replace(/\/$/, '').toLowerCase();
  const names = targetNames(host, page);
  if (names.length === 0) return undefined;
  const list = params(query);
  const target = names.map((name) => valueOf(list, name)).find((value) => value !== undefined) ?? '';
  return target.startsWith('/') ? `youtube.com${target}` : target;
}

function targetNames(host: string, page: string): readonly string[] {
  if (VIDEO_HOSTS.has(host)) return VIDEO_REDIRECTS[page] ?? [];
  if (CONSENT_HOSTS.has(host)) return ['continue'];
  return page === 'url' && /^(?:www\.)?google\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/.test(host) ? ['q', 'url'] : [];
}

const VIDEO_REDIRECTS: Readonly<Partial<Record<string, readonly string[]>>> = {
  attribution_link: ['u'],
  redirect: ['q'],
  signin: ['next'],
};
const CONSENT_HOSTS = new Set(['consent.youtube.com', 'consent.google.com', 'accounts.google.com']);

type Params = readonly (readonly [string, string])[];

function linkTo(videoId: string | undefined, query: Params, hash: Params): YoutubeLink | null {
  if (videoId === undefined || !VIDEO_ID.test(videoId) || NOT_VIDEOS.has(videoId)) return null;
  const times = ['start', 't', 'time_continue'].map((name) => seconds(valueOf(query, name)));
  const start = times.find((time) => time !== null) ?? seconds(valueOf(hash, 't'));
  const end = seconds(valueOf(query, 'end')) ?? seconds(valueOf(hash, 'end'));
  return { videoId, start, end: end !== null && end > (start ?? 0) ? end : null };
}

const params = (text: string): Params =>
  text.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [decoded(name), decoded(value.join('='))] as const;
  });

const valueOf = (list: Params, name: string): string | undefined => list.find(([key]) => key === name)?.[1];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `90`, `90s`, `1m30s`, `1h2m3s`, `1:30`, `1:02:03`; anything else, or more than a day, is no time. */
function seconds(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const units = /^(?:(\d{1,5})h)?(?:(\d{1,5})m)?(?:(\d{1,6})(?:\.\d*)?s?)?$/i.exec(text);
  const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})$/.exec(text);
  const found = units ?? clock;
  if (found === null) return null;
  const [hours, minutes, rest] = [found[1], found[2], found[3]].map((part) => Number(part ?? 0));
  const total = (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (rest ?? 0);
  return total <= DAY_SECONDS ? total : null;
}
