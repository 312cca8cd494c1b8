import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { RULES } from '@earworm/rules';

const ROOT = join(import.meta.dirname, '../..');
/** Specs follow a change, and recordings show what earlier releases did: they are not counted. */
const FOLLOWS = new RegExp(`\\.spec\\.tsx?$|/testing/recorded(?!/rules-${RULES}\\.)`);
const SOURCES = [
  '{apps,libs}/*/*.json',
  '{apps,libs}/*/src/**/*.{ts,tsx,json,txt}',
  'deploy/**/*.{mjs,json,yaml,conf}',
  'helm/earworm/{*.yaml,*.json,templates/*.tpl}',
  'docker/*.{yaml,mjs}',
  'tests/**/*.{ts,mjs,json}',
  '*.js',
];
const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .filter((path) => !FOLLOWS.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

interface Example {
  readonly change: string;
  /** Heading of docs/how-to-add.md. */
  readonly section: string;
  /** What names the example wherever it stands. */
  readonly named: RegExp;
  /** In how many files of which folder it may stand. */
  readonly places: Readonly<Record<string, number>>;
}

/** One real example for each change of docs/how-to-add.md. */
const EXAMPLES: readonly Example[] = [
  {
    change: 'a rate limit',
    section: 'A limit',
    named: /upload_clip\b/,
    places: { 'libs/contracts/src/limits.ts': 1, 'libs/contracts/src/clip-routes.ts': 1 },
  },
  {
    change: 'a command with its event',
    section: 'A command with its event',
    named: /\b(moveQuestion|questionMoved|MoveQuestion|QuestionMoved)\b/,
    places: {
      'libs/rules/src/setup/questions.ts': 1,
      'libs/rules/src/slices.ts': 1,
      'libs/rules/src/slice-views.ts': 1,
      'libs/rules/src/testing': 4,
      'libs/contracts/asyncapi.json': 1,
      'apps/standalone/src/testing/expected-commands.ts': 1,
      'apps/web/src': 9,
    },
  },
  {
    change: 'a forwarded HTTP route with its bus call',
    section: 'An HTTP route',
    named: /\bexportFeedback\b|export-feedback/,
    places: {
      'libs/contracts/src': 4,
      'apps/gateway/src/http/forwarded-routes.ts': 1,
      'apps/feedback/src': 2,
      'apps/standalone/src/testing': 3,
      'apps/web/src/features/admin/feedback': 1,
    },
  },
  {
    change: 'a job',
    section: 'A job',
    named: /'sweep-guest-templates'/,
    places: { 'apps/library/src/library.module.ts': 1 },
  },
  {
    change: 'a health dependency',
    section: 'A health dependency',
    named: /health\.add\('redis'/,
    places: { 'apps/rate-limit/src': 1 },
  },
  {
    change: 'a metric with its panel and alert',
    section: 'A metric',
    named: /game_busy_total/,
    places: {
      'apps/game/src/metrics.ts': 1,
      'apps/game/src/testing/game-in-memory.ts': 1,
      'deploy/grafana': 2,
      'deploy/prometheus': 2,
    },
  },
  {
    change: 'an admin page',
    section: 'An admin page',
    named: /\bAuditPage\b|'\/admin\/audit'/,
    places: {
      'apps/web/src/features/admin/audit': 1,
      'apps/web/src/app': 2,
      'libs/contracts/src/page-paths.ts': 1,
    },
  },
  {
    change: 'a service',
    section: 'A service',
    named:
      /^\s*['"]?rate-limit['"]?:|'apps\/rate-limit'|@earworm\/rate-limit"?:?['"]|earworm\/rate-limit:|'rate-limit', ('|\.\.\.)|"rate-limit"[,}]/m,
    places: {
      'apps/rate-limit/package.json': 1,
      'apps/standalone/package.json': 1,
      'apps/standalone/src/services.ts': 1,
      'libs/contracts/src/bus-users.ts': 1,
      'eslint.config.js': 1,
      'docker/compose.yaml': 1,
      'helm/earworm/templates/_helpers.tpl': 1,
      'helm/earworm': 4,
      'docker/secrets.mjs': 1,
      'deploy/nats/services.conf': 1,
      'deploy/prometheus': 2,
      'apps/gateway/src/operations/fleet.ts': 1,
      tests: 5,
    },
  },
];

const isIn = (place: string) => (path: string) => path === place || path.startsWith(`${place}/`);

const SECTIONS = new Map(
  readFileSync(join(ROOT, 'docs/how-to-add.md'), 'utf8')
    .split(/^## /m)
    .map((section) => [section.split('\n', 1)[0] ?? '', section]),
);

describe.each(EXAMPLES)('$change', ({ section, named, places }) => {
  const found = files.filter(({ text }) => named.test(text)).map(({ path }) => path);
  const inPlace = (place: string) => {
    const narrower = Object.keys(places).filter((other) => other !== place && isIn(place)(other));
    return found.filter((path) => isIn(place)(path) && !narrower.some((other) => isIn(other)(path)));
  };

  it('finds each of its places named in its section of docs/how-to-add.md', () => {
    const text = SECTIONS.get(section) ?? '';
    expect(Object.keys(places).filter((place) => !text.includes(`\`${place}`))).toEqual([]);
  });

  it('appears in no other place', () => {
    expect(found.filter((path) => !Object.keys(places).some((place) => isIn(place)(path)))).toEqual([]);
  });

  it.each(Object.entries(places))('appears in %s, in at most %i files', (place, most) => {
    expect(inPlace(place)).not.toEqual([]);
    expect(inPlace(place).slice(most)).toEqual([]);
  });
});
