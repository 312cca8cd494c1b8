import { readdir, readFile } from 'node:fs/promises';

/** Processes that work on this folder: named on their command line (Postgres) or in their environment (ours). */
export async function processesOn(dataDir: string): Promise<string[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found: string[] = [];
  for (const number of numbers) {
    const read = (file: string) => readFile(`/proc/${number}/${file}`, 'utf8').catch(() => '');
    const commandLine = await read('cmdline');
    if (`${commandLine}\0${await read('environ')}`.includes(dataDir)) found.push(commandLine.replaceAll('\0', ' '));
  }
  return found;
}
