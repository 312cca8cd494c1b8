import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { composeProjectOf } from '../../harness/killed-runs.mjs';
import { lastingPort } from '../../harness/ports.js';
import { ROOT } from '../../harness/root.js';

/** Of the images; the specs build them unless variables name a running product. */
export const TAG = process.env['EARWORM_TAG'] || 'compose-spec';
export const APPS = ['feedback', 'game', 'gateway', 'identity', 'library', 'rate-limit', 'shows', 'telemetry'] as const;
const PROJECT_VARIABLE = 'TEST_COMPOSE_PROJECT';
const PORT_VARIABLE = 'TEST_COMPOSE_PORT';
const FILE = join(ROOT, 'docker', 'compose.yaml');
const MAX_OUTPUT = 64 * 1024 * 1024;

/** Resolves with what it printed on standard output; rejects with all of what it printed. */
export async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd: ROOT, maxBuffer: MAX_OUTPUT, env: { ...process.env, ...env } };
  try {
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (error) {
    const { message, stdout, stderr } = error as { message: string; stdout?: string; stderr?: string };
    throw new Error([message, stdout, stderr?.slice(-6_000)].join('\n'), { cause: error });
  }
}

/** Undefined in a run whose machine has no Docker engine with compose and buildx. */
export const projectName = (): string | undefined => process.env[PROJECT_VARIABLE];
export const productUrl = (): string => `http://127.0.0.1:${process.env[PORT_VARIABLE]}`;

/** `docker compose` for the product of this run. */
export const compose = (...args: readonly string[]): Promise<string> => composeWith({}, ...args);

export const composeWith = (env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<string> =>
  run('docker', [...ofTheProject(), ...args], env);

const ofTheProject = () => ['compose', '--project-name', projectName() ?? '', '--file', FILE];

/** Starts what does not run, and again what `env` changes. Of services that only prepare something compose waits by itself. */
export const upProduct = (env: NodeJS.ProcessEnv = {}): Promise<string> =>
  composeWith(env, 'up', '--detach', '--wait', 'gateway', 'telemetry', 'feedback', 'shows');

let isStarted = false;

/** Builds the images and starts the product as a separate project on free ports, unless variables name a running one. */
export async function startProduct(): Promise<void> {
  if (projectName() !== undefined) return;
  isStarted = true;
  await run(process.execPath, [join(ROOT, 'docker', 'images.mjs'), '--tag', TAG]);
  process.env[PROJECT_VARIABLE] = composeProjectOf(process.pid);
  const [port, keycloakPort, minioPort] = [await lastingPort(), await lastingPort(), await lastingPort()].map(String);
  Object.assign(process.env, {
    [PORT_VARIABLE]: port,
    EARWORM_TAG: TAG,
    // All are built once, above.
    EARWORM_PULL_POLICY: 'missing',
    PORT: port,
    KEYCLOAK_PORT: keycloakPort,
    MINIO_PORT: minioPort,
    KEYCLOAK_GUEST_POOL: '5',
  });
  try {
    await upProduct();
  } catch (error) {
    const logs = await compose('logs', '--no-color', '--tail', '12').catch(() => '');
    await removeProduct();
    throw new Error(`${(error as Error).message}\n${logs}`, { cause: error });
  }
}

export async function removeProduct(): Promise<void> {
  if (isStarted) await compose('down', '--volumes', '--remove-orphans', '--timeout', '5');
}
