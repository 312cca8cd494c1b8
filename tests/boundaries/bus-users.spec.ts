import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as contracts from '@earworm/contracts';
import { BUS_USERS, servedBy } from '../../libs/contracts/src/bus-users.js';

const ROOT = resolve(import.meta.dirname, '../..');
const SERVICES = Object.keys(BUS_USERS);
const IMPORT = /import \{([^}]*)\} from '@earworm\/contracts'/g;
const NAMESPACE_IMPORT = /import \* as (\w+) from '@earworm\/contracts'/g;
const KIT_IMPORT = /from '@earworm\/service-kit\/([\w-]+)'/g;
const OWN_CALL = /defineCall\(\{\s*subject: '([^']+)'/g;

/** Sources of a service, without specs and test helpers. */
const sourcesBelow = (folder: string): string[] =>
  globSync([`${folder}/**/*.ts`, `${folder}.ts`], { cwd: ROOT })
    .filter((path) => !/\.(spec|suite|suite-parts)\.ts$/.test(path) && !path.split(sep).includes('testing'))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'));

/** Subjects of the calls that a source imports as values, or defines. */
function callsIn(source: string): string[] {
  const named = [...source.matchAll(IMPORT)].flatMap(([, names = '']) => names.split(','));
  const ofNamespaces = [...source.matchAll(NAMESPACE_IMPORT)].flatMap(([, name]) =>
    [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, member = '']) => member),
  );
  const values = [...named, ...ofNamespaces].map((name) => name.trim().split(' as ')[0] ?? '');
  const imported = values.map((name): unknown => Reflect.get(contracts, name));
  const own = [...source.matchAll(OWN_CALL)].map(([, subject = '']) => subject);
  return [...imported.filter(isCall).map(({ subject }) => subject), ...own];
}

const isCall = (value: unknown): value is contracts.Call =>
  typeof value === 'object' && value !== null && 'subject' in value && 'request' in value;

function callsOf(service: string): Set<string> {
  const sources = sourcesBelow(`apps/${service}/src`);
  const folders = new Set(sources.flatMap((source) => [...source.matchAll(KIT_IMPORT)].map(([, name = '']) => name)));
  const ofKit = [...folders].flatMap((folder) => sourcesBelow(`libs/service-kit/src/${folder}`));
  const follows = sources.some((source) => source.includes("from '@earworm/projections'"));
  const ofProjections = follows ? sourcesBelow('libs/projections/src') : [];
  return new Set([...sources, ...ofKit, ...ofProjections].flatMap(callsIn));
}

const withoutShard = (subject: string) => subject.replace(/\.\*$/, '');
const isServedBy = (service: string) => (subject: string) => subject.startsWith(`${service}.`);

describe('the table of bus users', () => {
  it.each(SERVICES)('lists exactly the calls to other services in the source of %s', (service) => {
    const inSource = [...callsOf(service)].filter((subject) => !isServedBy(service)(subject));
    const inTable = BUS_USERS[service]!.calls.map(withoutShard).filter((subject) => !isServedBy(service)(subject));
    expect(inTable.sort()).toEqual(inSource.sort());
  });

  it.each(SERVICES)('names a caller for every call that %s serves', (service) => {
    const inSource = [...callsOf(service)].filter(isServedBy(service));
    expect(servedBy(service).map(withoutShard).sort()).toEqual(inSource.sort());
  });

  it('contains a row for every service and no other', () => {
    const withBus = globSync('apps/*/src/main.ts', { cwd: ROOT })
      .filter((path) => readFileSync(join(ROOT, path), 'utf8').includes('startService('))
      .map((path) => path.split(sep)[1]);
    expect([...SERVICES].sort()).toEqual(withBus.sort());
  });
});
