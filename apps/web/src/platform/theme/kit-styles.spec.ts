import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const WEB = join(import.meta.dirname, '../..');
const MANTINE = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'));
const ALWAYS = ['baseline', 'default-css-variables', 'global'];
const IMPORT = /import \{([^}]+)\} from ["']([^"']+)["']/g;

const importsOf = (text: string): readonly { readonly names: readonly string[]; readonly from: string }[] =>
  [...text.matchAll(IMPORT)].map(([, names = '', from = '']) => ({
    names: names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type ')),
    from,
  }));

const sources = (): readonly string[] =>
  readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.spec.') && !path.startsWith('testing/'))
    .map((path) => readFileSync(join(WEB, path), 'utf8'));

/** Where the package's index has each of its exports from. */
function exported(): ReadonlyMap<string, string> {
  const index = join(MANTINE, 'esm/index.mjs');
  const places = importsOf(readFileSync(index, 'utf8')).flatMap(({ names, from }) =>
    names.map((name) => [name.split(' as ').at(-1) ?? '', resolve(dirname(index), from)] as const),
  );
  return new Map(places);
}

/** Sheets of a module and of what it imports. */
function sheetsOf(path: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  if (path.endsWith('.module.mjs')) return [basename(path, '.module.mjs')];
  const imports = readFileSync(path, 'utf8').matchAll(/from ["'](\.[^"']+)["']/g);
  return [...imports].flatMap(([, from = '']) => sheetsOf(resolve(dirname(path), from), seen));
}

const imported = (path: string): readonly string[] =>
  [...readFileSync(join(WEB, path), 'utf8').matchAll(/@mantine\/core\/styles\/([\w-]+)\.layer\.css/g)].map(
    ([, name = '']) => name,
  );

describe('the styles of the kit', () => {
  it('covers every component in use, and no other', () => {
    const places = exported();
    const used = new Set(
      sources().flatMap((text) =>
        importsOf(text).flatMap(({ names, from }) => (from === '@mantine/core' ? names : [])),
      ),
    );
    const needed = new Set([...used].flatMap((name) => sheetsOf(places.get(name) ?? `not exported: ${name}`)));
    expect(needed.size).toBeGreaterThan(20);
    expect(imported('platform/theme/kit.css').toSorted()).toEqual([...ALWAYS, ...needed].toSorted());
  });

  it('keeps the order of the whole sheet, in which later rules win', () => {
    const whole = readFileSync(join(MANTINE, 'styles.layer.css'), 'utf8');
    const bodyOf = (name: string) =>
      readFileSync(join(MANTINE, `styles/${name}.layer.css`), 'utf8')
        .replace(/^@layer mantine \{/, '')
        .trim()
        .slice(0, 80);
    const positions = imported('platform/theme/kit.css').map((name) => whole.indexOf(bodyOf(name)));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });
});
