import { readdir, readFile } from 'node:fs/promises';

/** Processes that use this folder: it is on their command line (Postgres) or in their environment (services). */
export const processesOn = async (dataDir: string): Promise<string[]> =>
  (await processIdsOn(dataDir)).map(({ commandLine }) => commandLine);

/** The same with their ids. */
export async function processIdsOn(dataDir: string): Promise<{ pid: number; commandLine: string }[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found: { pid: number; commandLine: string }[] = [];
  for (const number of numbers) {
    const read = (file: string) => readFile(`/proc/${number}/${file}`, 'utf8').catch(() => '');
    const commandLine = await read('cmdline');
    if (`${commandLine}\0${await read('environ')}`.includes(dataDir))
      found.push({ pid: Number(number), commandLine: commandLine.replaceAll('\0', ' ') });
  }
  return found;
}
