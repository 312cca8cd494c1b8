import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const DOCUMENTS = ['*.md', 'tests/*.md', '{docs,deploy,docker,helm}/**/*.md']
  .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .sort();
const RECORDS = DOCUMENTS.filter((path) => /^docs\/decisions\/\d{4}-/.test(path));

/** As GitHub derives them from headings. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Relative links of a document that lead nowhere. */
function brokenLinks(path: string): string[] {
  return [...read(path).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), decodeURI(file));
    if (!existsSync(join(ROOT, target))) return [link];
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).includes(anchor) ? [link] : [];
  });
}

/** Paths in backticks that no longer exist. A record describes the code of its time, a changelog that of each release. */
function missingPaths(path: string): string[] {
  if (RECORDS.includes(path) || path === 'CHANGELOG.md') return [];
  const named = [...read(path).matchAll(/`((?:apps|libs|tests|docs|deploy|docker|helm)\/[\w./{},*-]+)`/g)];
  return named
    .map(([, name = '']) => name)
    .filter((name) => !/\/dist(\/|$)/.test(name) && !name.endsWith('/.env'))
    .filter((name) => globSync(name.replace(/\/$/, ''), { cwd: ROOT }).length === 0);
}

const SCRIPTS = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
const LAUNCHER = read('apps/standalone/launch.mjs');

/** Root scripts, and programs of a script that starts several, that do not exist. Records name those of their time. */
function missingCommands(path: string): string[] {
  if (RECORDS.includes(path) || path === 'CHANGELOG.md' || path.startsWith('docs/benchmarks/')) return [];
  const named = read(path).matchAll(/npm run ([\w:-]+)\b(?! -w)(?: -- ([a-z][a-z-]*))?/g);
  return [...named].flatMap(([command, script = '', program]) => {
    if (!SCRIPTS.includes(script)) return [command];
    const startsSeveral = LAUNCHER.includes(`  '${script} `);
    return startsSeveral && program && !LAUNCHER.includes(`  '${script} ${program}':`) ? [command] : [];
  });
}

describe.each(DOCUMENTS)('%s', (path) => {
  it('links only to targets that exist', () => expect(brokenLinks(path)).toEqual([]));
  it('names only folders and files that exist', () => expect(missingPaths(path)).toEqual([]));
  it('names only commands that exist', () => expect(missingCommands(path)).toEqual([]));
});

describe('the commands of the root', () => {
  it('number sixteen at most', () => expect(SCRIPTS.length).toBeLessThanOrEqual(16));
});

describe('tests/README.md', () => {
  it('names every folder of tests', () => {
    const folders = readdirSync(join(ROOT, 'tests'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['dist', 'node_modules'].includes(entry.name))
      .map(({ name }) => name);
    expect(folders.filter((folder) => !read('tests/README.md').includes(folder))).toEqual([]);
  });
});

describe('services that keep SQL in files for it', () => {
  const statement = /\.query(<[^>]*>)?\(\s*['"`]\s*(select|insert|update|delete|with)\b/i;
  it.each(['identity', 'telemetry'])('%s writes none elsewhere', (service) => {
    const files = globSync(`apps/${service}/src/**/*.ts`, { cwd: ROOT }).filter(
      (path) => !/\.(spec|suite|sql)\.ts$|\/(testing|migrations)\//.test(path),
    );
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((path) => statement.test(read(path)))).toEqual([]);
  });
});

describe('decision records', () => {
  it.each(RECORDS)('%s contains its number, Context, Decision and Consequences', (path) => {
    const headings = [...read(path).matchAll(/^##? (.*)$/gm)].map(([, heading]) => heading);
    const number = Number(/\/(\d{4})-/.exec(path)?.[1]);
    expect([Number.parseInt(headings[0] ?? '', 10), ...headings.slice(1)]).toEqual([
      number,
      'Context',
      'Decision',
      'Consequences',
    ]);
  });

  it('all appear in the index under their titles', () => {
    const listed = [
      ...read('docs/decisions/README.md')
        .replace(/\n {2}/g, ' ')
        .matchAll(/^- \*\*(\d+)\*\* \[(.*)\]\((.*)\)$/gm),
    ];
    const expected = RECORDS.map((path) => {
      const [, number, title] = /^# (\d+)\. (.*)$/m.exec(read(path)) ?? [];
      return [number, title, path.slice('docs/decisions/'.length)];
    });
    expect(listed.map(([, ...entry]) => entry)).toEqual(expected);
  });
});
