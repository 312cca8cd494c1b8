import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export type ServerName = 'postgres' | 'nats' | 'redis' | 'minio';
const EVERY: readonly ServerName[] = ['postgres', 'nats', 'redis', 'minio'];

/** The servers that a spec names in `describeWith('…', …)`; all of them when it names one in another way. */
export function serversIn(source: string): ServerName[] {
  const calls = [...source.matchAll(/\bdescribeWith\(\s*(?:(['"])(\w+)\1)?/g)];
  const isKnown = (name: string | undefined) => EVERY.some((server) => server === name);
  if (calls.some(([, , name]) => !isKnown(name))) return [...EVERY];
  return EVERY.filter((server) => calls.some(([, , name]) => name === server));
}

/** The part of Jest's global configuration that selects specs. */
export interface Selection {
  readonly rootDir: string;
  readonly findRelatedTests: boolean;
  readonly onlyChanged: boolean;
  readonly runTestsByPath: boolean;
  readonly nonFlagArgs: readonly string[];
  readonly testPathPatterns: { toExecutor(options: { rootDir: string }): { isMatch(path: string): boolean } };
}

/** The servers that the selected int specs need; all of them where Jest selects by what imports what. */
export function neededServers(config: Selection): ServerName[] {
  if (config.findRelatedTests || config.onlyChanged) return [...EVERY];
  const named = new Set(config.nonFlagArgs.map((path) => resolve(config.rootDir, path)));
  const patterns = config.testPathPatterns.toExecutor({ rootDir: config.rootDir });
  const specs = globSync('{apps,libs}/*/src/**/*.int.spec.ts', { cwd: config.rootDir })
    .map((path) => join(config.rootDir, path))
    .filter((path) => (config.runTestsByPath ? named.has(path) : patterns.isMatch(path)));
  const needed = new Set(specs.flatMap((path) => serversIn(readFileSync(path, 'utf8'))));
  return EVERY.filter((server) => needed.has(server));
}
