import { youtubeLinksIn } from '@earworm/rules';
import { isStep, isYear, looksLikePoints, looksLikeRanks } from './numbers.js';
import { isBareNumber, readPoints } from './points.js';

export interface ReadLine {
  readonly line: number;
  readonly link: string;
  /** Artist and title together. */
  readonly answer: string;
  readonly points: number | null;
}

interface Parts {
  readonly line: number;
  readonly link: string;
  readonly parts: readonly string[];
}
type Place = 'first' | 'last' | 'middle';

const RANK = /^\s*(?:[-*•·–]\s+)?(?:#|№)?\d{1,4}\s*[.):](?:\s+|(?=https?:))(?=\S)/u;
const BULLET = /^\s*[-*•·–]\s+/u;
const EDGES = /^[\s,"'“”„|–—-]+|[\s,"'“”„|–—-]+$/g;
export const JOINT = ' – ';

/** What stands around a link, also in Markdown. */
const OPENED = /\]?[\s(<[{"'“„]+$/u;
const CLOSED = /^[\s)>\]}"'”]+/u;

/** A number or a mark that lists put in front of every line. */
export const withoutRank = (text: string): string => text.replace(RANK, '').replace(BULLET, '');
export const hasRank = (text: string): boolean => RANK.test(text);

/** Lines that are no table: a link and words around it, in any order. Several links in a line are several questions. */
export function readLines(lines: readonly { readonly line: number; readonly text: string }[]): ReadLine[] {
  const all = lines.flatMap(({ line, text }) =>
    oneLinkEach(withoutRank(text)).map((part): Parts => ({ line, ...partsOf(part) })),
  );
  const roles = new Map<Place, 'points' | 'rank' | null>();
  for (const place of ['first', 'middle', 'last'] as const) {
    const numbers = all.flatMap(({ parts }) =>
      parts.flatMap((part, at) => (placeOf(parts, at) === place ? numberIn(part) : [])),
    );
    const isUsual = numbers.length * 2 > all.length;
    if (isUsual && looksLikeRanks(numbers) && place === 'first') roles.set(place, 'rank');
    else roles.set(place, isUsual && looksLikePoints(numbers) ? 'points' : null);
  }
  return all.map((each) => settled(each, roles));
}

const numberIn = (part: string): number[] => (isBareNumber(part) ? [readPoints(part) ?? 0] : []);

function placeOf(parts: readonly string[], at: number): Place {
  if (at === 0) return 'first';
  return at === parts.length - 1 ? 'last' : 'middle';
}

function settled({ line, link, parts }: Parts, roles: ReadonlyMap<Place, 'points' | 'rank' | null>): ReadLine {
  const words = parts.filter((part) => !isBareNumber(part)).length;
  let points: number | null = null;
  const texts = parts.filter((part, at) => {
    const [number] = numberIn(part);
    if (number === undefined) return true;
    const place = placeOf(parts, at);
    const role = roles.get(place);
    if (role === 'rank') return false;
    if (points === null && (role === 'points' || isStep(number))) {
      points = number;
      return false;
    }
    const isRank = place === 'first' && words >= 2 && number < 1_000;
    // A year beside artist and title says when; alone beside one of them it is the other: "Prince - 1999".
    return !isRank && !(isYear(number) && words >= 2);
  });
  return { line, link, answer: texts.join(JOINT), points };
}

function partsOf(text: string): Omit<Parts, 'line'> {
  const [found] = youtubeLinksIn(text);
  const rest =
    found === undefined
      ? text
      : `${text.slice(0, found.index).replace(OPENED, '')}\t${text.slice(found.index + found.length).replace(CLOSED, '')}`;
  const parts = rest
    .split(/\t|;|\s[|–—-]\s/)
    .map((part) => part.replace(EDGES, '').replace(/^[<([{]+|[>)\]}]+$/g, (bracket) => balanced(part, bracket)))
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  return { link: found?.address ?? '', parts };
}

/** Brackets that were around the link go; those that belong to the words stay: "Waterloo (1974)". */
function balanced(part: string, bracket: string): string {
  const opened = (part.match(/[<([{]/g) ?? []).length;
  const closed = (part.match(/[>)\]}]/g) ?? []).length;
  return opened === closed ? bracket : '';
}

/** A line that begins with a link is split before every further link, any other behind each. */
function oneLinkEach(text: string): string[] {
  const links = youtubeLinksIn(text);
  if (new Set(links.map(({ link }) => link.videoId)).size < 2) return [text];
  const cuts =
    links[0]?.index === 0
      ? links.slice(1).map(({ index }) => index)
      : links.slice(0, -1).map(({ index, length }) => index + length);
  return [0, ...cuts].map((from, place) => text.slice(from, cuts[place]).trim()).filter((part) => part !== '');
}
