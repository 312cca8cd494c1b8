import { newId } from '@earworm/client';
import {
  CATEGORIES_MAX,
  CATEGORY_NAME_MAX_LENGTH,
  type CategoryDraft,
  type CategoryId,
  cleanText,
  ClipId,
  contentOf,
  findYoutubeLink,
  LINK_MAX_LENGTH,
  nextPointValue,
  type QuestionId,
  QUESTIONS_PER_CATEGORY_MAX,
  type RejectionCode,
  TEXT_MAX_LENGTH,
} from '@earworm/rules';
import type { TableRow } from '../table-import/read-table.js';
import type { ListColumn, Role } from './columns.js';
import { hasRank, JOINT, type ReadLine, withoutRank } from './free-lines.js';
import { readPoints } from './points.js';

export interface RowNote {
  readonly code: 'points-unclear' | 'shortened' | 'clip-unknown';
  readonly what: string;
}

export interface ListRow {
  readonly id: QuestionId;
  readonly line: number;
  /** As written; empty for the category of the row before, or the list's own. */
  readonly category: string;
  /** Of a file that may name two categories alike. */
  readonly group: string | null;
  readonly answer: string;
  readonly song: string;
  readonly link: string;
  readonly clipId: ClipId | null;
  /** Null for the next free value. */
  readonly points: number | null;
  /** A row of a table that only names a category. */
  readonly categoryOnly: boolean;
  readonly notes: readonly RowNote[];
}

type Fields = Omit<ListRow, 'id' | 'notes' | 'categoryOnly' | 'group'> & { readonly group?: string };

export function rowOf(fields: Fields, notes: readonly RowNote[] = []): ListRow {
  const found: RowNote[] = [...notes];
  const short = (typed: string, longest: number) => {
    const text = cleanText(typed);
    if (text.length <= longest) return text;
    found.push({ code: 'shortened', what: text.slice(0, 60) });
    return cleanText(text.slice(0, longest));
  };
  const category = short(fields.category, CATEGORY_NAME_MAX_LENGTH);
  const answer = short(fields.answer, TEXT_MAX_LENGTH);
  const song = short(fields.song, TEXT_MAX_LENGTH);
  const link = findYoutubeLink(fields.link)?.address ?? fields.link.trim().slice(0, LINK_MAX_LENGTH);
  const isEmpty = [answer, song, link].every((text) => text === '') && fields.clipId === null && fields.points === null;
  return {
    ...fields,
    id: newId() as QuestionId,
    group: fields.group ?? null,
    ...{ category, answer, song, link },
    categoryOnly: isEmpty && category !== '',
    notes: found,
  };
}

export const rowsOfLines = (lines: readonly ReadLine[]): ListRow[] =>
  lines.map(({ line, link, answer, points }) =>
    rowOf({ line, category: '', answer, song: '', link, clipId: null, points }),
  );

/** The rows of a table as its columns are understood. */
export function rowsOfTable(rows: readonly TableRow[], columns: readonly ListColumn[]): ListRow[] {
  const indexes = (role: Role) => columns.flatMap((column, index) => (column.role === role ? [index] : []));
  const places = {
    category: indexes('category'),
    points: indexes('points'),
    link: indexes('link'),
    clip: indexes('clip'),
  };
  const numbered = new Set(
    indexes('answer').filter((at) => rows.filter(({ cells }) => hasRank(cells[at] ?? '')).length * 2 > rows.length),
  );
  const joined = (cells: readonly string[], role: Role) => {
    const texts = indexes(role).map((at) => {
      const text = (cells[at] ?? '').trim();
      return numbered.has(at) ? withoutRank(text) : text;
    });
    return [...new Set(texts)].filter((text) => text !== '').join(JOINT);
  };
  return rows.map(({ line, cells }) => {
    const first = (at: readonly number[]) => (at[0] === undefined ? '' : (cells[at[0]] ?? '').trim());
    const notes: RowNote[] = [];
    const typed = first(places.points);
    const points = typed === '' ? null : readPoints(typed);
    if (typed !== '' && points === null) notes.push({ code: 'points-unclear', what: typed.slice(0, 60) });
    const named = first(places.clip);
    const clip = named === '' ? null : ClipId.safeParse(named);
    if (clip?.success === false) notes.push({ code: 'clip-unknown', what: named.slice(0, 60) });
    const fields = {
      line,
      category: first(places.category),
      link: first(places.link),
      clipId: clip?.data ?? null,
      points,
    };
    return rowOf({ ...fields, answer: joined(cells, 'answer'), song: joined(cells, 'song') }, notes);
  });
}

const fieldsOf = ({ link, clipId, song, answer, points }: ListRow) => ({
  youtubeLink: link,
  clipId,
  youtubeSongName: song,
  answer,
  points: points ?? 0,
});

/** What keeps a row from being played: each is named, not only the first. */
export function openOf(row: ListRow): readonly RejectionCode[] {
  if (row.categoryOnly) return [];
  const fields = fieldsOf(row);
  const reads = [
    contentOf({ ...fields, answer: 'x' }),
    contentOf({ ...fields, youtubeLink: '', clipId: 'x' as ClipId }),
  ];
  return reads.flatMap((read) => ('refused' in read ? [read.refused] : []));
}

export interface Target {
  /** For rows that name no category. */
  readonly category: string;
  /** Where all rows go, whatever they name. */
  readonly into?: { readonly categoryId: CategoryId; readonly points: readonly number[] } | undefined;
}
export interface Placed {
  readonly lists: readonly CategoryDraft[];
  /** Where each row goes and for how many points. */
  readonly places: ReadonlyMap<QuestionId, { readonly category: string; readonly points: number }>;
  readonly isFull: boolean;
}

/** Full categories go on in another one: "Songs (2)". The same rows give the same ids while `ids` is kept. */
export function place(rows: readonly ListRow[], target: Target, ids: Map<string, CategoryId>): Placed {
  const lists = new Map<string, { draft: CategoryDraft; points: number[] }>();
  const places = new Map<QuestionId, { category: string; points: number }>();
  const numberOf = new Map<string, number>();
  const open = (key: string, name: string, number: number) => {
    const full = `${key}\n${number}`;
    const into = number === 1 ? target.into : undefined;
    const categoryId = into?.categoryId ?? ids.get(full) ?? (newId() as CategoryId);
    ids.set(full, categoryId);
    const suffix = number === 1 ? '' : ` (${number})`;
    const draft = { categoryId, name: name.slice(0, CATEGORY_NAME_MAX_LENGTH - suffix.length) + suffix, questions: [] };
    const list = lists.get(full) ?? { draft, points: [...(into?.points ?? [])] };
    lists.set(full, list);
    return list;
  };
  let before: { key: string; name: string } | null = null;
  for (const row of rows) {
    const named = target.into === undefined && row.category !== '';
    const own: { key: string; name: string } = named
      ? { key: row.group ?? row.category, name: row.category }
      : ((target.into === undefined ? before : null) ?? { key: '', name: target.category });
    before = own;
    let number = numberOf.get(own.key) ?? 1;
    let list = open(own.key, own.name, number);
    if (row.categoryOnly) continue;
    if (list.points.length >= QUESTIONS_PER_CATEGORY_MAX) list = open(own.key, own.name, (number += 1));
    numberOf.set(own.key, number);
    const points = row.points ?? nextPointValue(list.points);
    list.points.push(points);
    list.draft.questions.push({ ...fieldsOf(row), points, questionId: row.id });
    places.set(row.id, { category: list.draft.name, points });
  }
  return { lists: [...lists.values()].map(({ draft }) => draft), places, isFull: lists.size > CATEGORIES_MAX };
}
