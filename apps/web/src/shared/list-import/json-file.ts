import { TEMPLATE_FORMAT, TemplateFile, type TemplateFacts } from '@earworm/contracts';
import { ClipId } from '@earworm/rules';
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { z } from 'zod';
import { type FoundProblems, problem, type ImportProblem, Problems } from './problems.js';
import { type ListRow, rowOf } from './rows.js';

type Path = readonly (string | number)[];
const STRICT = { disallowComments: true, allowTrailingComma: false };

export type JsonReading =
  | ({ readonly kind: 'refused' } & FoundProblems)
  | { readonly kind: 'read'; readonly facts: TemplateFacts; readonly rows: readonly ListRow[] };

const refused = (only: ImportProblem): JsonReading => ({ kind: 'refused', problems: [only], total: 1 });

export function readJson(text: string): JsonReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused(brokenAt(text));
  }
  const parsed = TemplateFile.safeParse(value);
  if (!parsed.success) {
    const isOurs = typeof value === 'object' && value !== null && 'format' in value && value.format === TEMPLATE_FORMAT;
    if (!isOurs) return refused(problem(1, 1, 'not-a-template', TEMPLATE_FORMAT));
    const place = placesIn(text);
    const problems = new Problems();
    for (const issue of parsed.error.issues) addProblems(problems, issue, value, place);
    return { kind: 'refused', ...problems.found };
  }
  const { title, description, language, tags, categories } = parsed.data;
  return { kind: 'read', facts: { title, description, language, tags }, rows: categories.flatMap(rowsOf) };
}

function rowsOf({ name, questions }: TemplateFile['categories'][number], index: number): ListRow[] {
  const own = { line: index + 1, category: name, group: `${index}` };
  if (questions.length === 0) return [rowOf({ ...own, answer: '', song: '', link: '', clipId: null, points: null })];
  return questions.map(({ youtubeLink: link, youtubeSongName: song, clipId, answer, points }) => {
    const clip = clipId === null ? null : ClipId.safeParse(clipId);
    return rowOf(
      { ...own, answer, song, link, clipId: clip?.data ?? null, points },
      clip?.success === false ? [{ code: 'clip-unknown', what: clipId ?? '' }] : [],
    );
  });
}

type Place = (path: Path) => readonly [line: number, column: number];

function placesIn(text: string): Place {
  let tree: Node | undefined;
  let ends: number[] | undefined;
  return (path) => {
    tree ??= parseTree(text, [], STRICT);
    ends ??= lineEnds(text);
    // A missing field is reported at the object that lacks it.
    for (let depth = path.length; tree !== undefined && depth >= 0; depth--) {
      const node = findNodeAtLocation(tree, path.slice(0, depth));
      if (node !== undefined) return positionOf(node.offset, ends);
    }
    return [1, 1];
  };
}

function brokenAt(text: string): ImportProblem {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, STRICT);
  } catch {
    // Nested too deeply for the parser.
  }
  const first = errors[0];
  const [line, column] = positionOf(first?.offset ?? 0, lineEnds(text));
  return problem(line, column, 'not-json', first ? printParseErrorCode(first.error) : '');
}

const lineEnds = (text: string): number[] => [...text.matchAll(/\n/g)].map((match) => match.index);

function positionOf(offset: number, ends: readonly number[]): readonly [number, number] {
  let before = 0;
  let after = ends.length;
  while (before < after) {
    const middle = (before + after) >> 1;
    if (ends[middle]! < offset) before = middle + 1;
    else after = middle;
  }
  return [before + 1, offset - (before === 0 ? -1 : ends[before - 1]!)];
}

function addProblems(problems: Problems, issue: z.core.$ZodIssue, value: unknown, place: Place): void {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  const field = String(path.findLast((part) => typeof part === 'string') ?? '');
  if (issue.code === 'unrecognized_keys')
    for (const key of issue.keys) problems.add(() => problem(...place([...path, key]), 'unknown-field', key));
  else problems.add(() => problem(...place(path), codeOf(issue, field, valueAt(value, path) === undefined), field));
}

function codeOf(issue: z.core.$ZodIssue, field: string, isMissing: boolean): ImportProblem['code'] {
  if (isMissing) return 'missing-field';
  if (field === 'points') return 'points-invalid';
  if (issue.code !== 'too_big') return 'wrong-type';
  if (field === 'categories') return 'too-many-categories';
  return field === 'questions' ? 'too-many-questions' : 'too-long';
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (at, part) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? Reflect.get(at, part) : undefined,
    value,
  );
