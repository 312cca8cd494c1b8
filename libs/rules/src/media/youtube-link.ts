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

/**
 * Reads a link as people paste it, offline: every shape that YouTube hands out, its embed code, or the
 * bare id. Null for whatever names no single video: playlists, channels, clips, searches, other sites.
 */
export function parseYoutubeLink(typed: string): YoutubeLink | null {
  const plain = PLAIN_LINK.exec(typed)?.[1];
  if (plain !== undefined) return linkTo(plain, [], []);
  const text = typed.replace(/\p{Cf}+/gu, '').trim();
  if (VIDEO_ID.test(text)) return linkTo(text, [], []);
  const embedCode = /^<iframe\s[^>]*?\bsrc=["']([^"']+)["']/i.exec(text);
  return parseAddress(embedCode?.[1] ?? text, true);
}

function parseAddress(address: string, mayAttribute: boolean): YoutubeLink | null {
  const parts = /^(?:https?:)?(?:\/\/)?([a-z.-]+)(?::(?:80|443))?(?:\/([^?#\s]*))?(?:\?([^#\s]*))?(?:#(\S*))?$/i.exec(
    address.replaceAll('&amp;', '&'),
  );
  if (parts === null) return null;
  const host = (parts[1] ?? '').toLowerCase();
  // Old embeds put their options behind the id with `&`, without any `?`.
  const [path = '', ...options] = (parts[2] ?? '').split('&');
  const query = params([parts[3] ?? '', ...options].join('&'));
  const hash = params(parts[4] ?? '');
  const segments = path.replace(/\/$/, '').split('/');

  if (SHORT_HOSTS.has(host)) return segments.length === 1 ? linkTo(segments[0], query, hash) : null;
  if (!VIDEO_HOSTS.has(host)) return null;
  const page = (segments[0] ?? '').toLowerCase();
  if (segments.length === 1 && WATCH_PAGES.has(page)) return linkTo(valueOf(query, 'v'), query, hash);
  if (segments.length === 2 && PATH_PAGES.has(page)) return linkTo(segments[1], query, hash);
  if (segments.length === 1 && page === 'attribution_link' && mayAttribute) {
    const target = valueOf(query, 'u') ?? '';
    return parseAddress(target.startsWith('/') ? `youtube.com${target}` : target, false);
  }
  return null;
}

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
