import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

export interface DockerRunOptions {
  /** In the container's name. */
  readonly name: string;
  readonly image: string;
  /** Of this machine, and of the container. */
  readonly port: number;
  readonly containerPort: number;
  /** The address of this machine that the port is opened on; default: 127.0.0.1. */
  readonly host?: string;
  /** Further options of `docker run`. */
  readonly options?: readonly string[];
  /** What follows the image. */
  readonly command?: readonly string[];
}

/**
 * Runs in the foreground and hands its signals on, so that the container lives as long as this process. A SIGKILL is not
 * handed on: the container would outlive it.
 */
export function dockerRun({ name, image, port, containerPort, host = '127.0.0.1', ...more }: DockerRunOptions) {
  const container = `earworm-${name}-${randomBytes(4).toString('hex')}`;
  return {
    program: 'docker',
    args: [
      'run',
      '--rm',
      '--init',
      '--name',
      container,
      '-p',
      `${host}:${port}:${containerPort}`,
      ...(more.options ?? []),
      image,
      ...(more.command ?? []),
    ],
    kill: async () => void (await promisify(execFile)('docker', ['kill', container])),
  };
}

/** Undefined when no Docker engine answers within 3 s. */
export async function dockerVersion(): Promise<string | undefined> {
  const version = promisify(execFile)('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 3000 });
  return version.then(({ stdout }) => stdout.trim() || undefined).catch(() => undefined);
}
