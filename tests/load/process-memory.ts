import { readFile } from 'node:fs/promises';

export interface ProcessMemory {
  /** Pages in memory; those of Node's program file are counted for every process. */
  readonly rssMb: number;
  /** The same with shared pages divided among the processes that share them. */
  readonly pssMb: number;
}

/** Of a process on Linux. */
export async function processMemory(pid: number): Promise<ProcessMemory> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const mb = (field: string) => Number(new RegExp(`^${field}: +(\\d+) kB$`, 'm').exec(text)?.[1]) / 1024;
  return { rssMb: mb('Rss'), pssMb: mb('Pss') };
}
