import { LINK_MAX_LENGTH, parseYoutubeLink, POINTS_MAX, TEXT_MAX_LENGTH } from '@earworm/rules';

export interface PastedLine {
  readonly line: number;
  readonly text: string;
  /** Null for a line without a link to a video. */
  readonly question: { youtubeLink: string; answer: string; youtubeSongName: string; points: number | null } | null;
}

export interface Pasted {
  readonly lines: readonly PastedLine[];
  /** The lines beyond the limit as pasted; '' for none. */
  readonly unread: string;
}

/** Read at once; more would slow down typing. */
export const LINES_AT_ONCE = 500;
const SEPARATORS = /\t|\s[|–—]\s|\s-\s|;|\s+/;

/**
 * Each line has a link and, in any order, an answer, a song name and points. Several links in a line are several
 * questions.
 */
export function readPasted(typed: string): Pasted {
  const filled = typed
    .split(/\r\n|\r|\n/)
    .map((text, index) => ({ line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== '');
  return {
    lines: filled
      .slice(0, LINES_AT_ONCE)
      .flatMap(({ line, text }) => oneLinkEach(text).map((part) => ({ line, text: part, question: questionIn(part) }))),
    unread: filled
      .slice(LINES_AT_ONCE)
      .map(({ text }) => text)
      .join('\n'),
  };
}

/** A line that begins with a link is split before every further link, any other behind each. */
function oneLinkEach(text: string): string[] {
  const links = [...text.matchAll(/\S+/g)].filter(([part]) => part.split(/[;,]/).some(isBareLink));
  if (links.length < 2) return [text];
  const cuts = links[0]?.index === 0 ? links.slice(1).map(({ index }) => index) : links.slice(0, -1).map(endOf);
  return [0, ...cuts].map((from, place) => text.slice(from, cuts[place]).trim()).filter((part) => part !== '');
}

const endOf = ({ index, 0: part }: RegExpExecArray) => index + part.length;
const bare = (part: string) => part.replace(/^[,"'<(]+|[,"'>)]+$/g, '');
const isBareLink = (part: string) => isLink(bare(part));

function questionIn(text: string): PastedLine['question'] {
  const link = text.split(SEPARATORS).find((part) => isBareLink(part));
  if (link === undefined) return null;
  const youtubeLink = bare(link).slice(0, LINK_MAX_LENGTH);
  const rest = text
    .replace(link, '\t')
    .split(/\t|;|\s[|–—-]\s/)
    .map((part) => part.replace(/^[\s,"'|–—-]+|[\s,"'|–—-]+$/g, ''))
    .filter((part) => part !== '');
  const points = rest.find((part) => /^\d{1,7}$/.test(part) && Number(part) <= POINTS_MAX);
  const [answer = '', youtubeSongName = ''] = rest.filter((part) => part !== points);
  return {
    youtubeLink,
    answer: answer.slice(0, TEXT_MAX_LENGTH),
    youtubeSongName: youtubeSongName.slice(0, TEXT_MAX_LENGTH),
    points: points === undefined ? null : Number(points),
  };
}

/** A bare id looks like any word of eleven letters, so in a list only addresses count. */
const isLink = (part: string): boolean => /[./]/.test(part) && parseYoutubeLink(part) !== null;
