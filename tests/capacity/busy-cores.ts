import { readFile } from 'node:fs/promises';

/** Clock ticks a second of /proc: 100 on every Linux that Node runs on. */
const TICKS = 100;

/** How much all processors of this machine have worked. */
export class BusyCores {
  private constructor(
    private readonly at: number,
    private readonly seconds: number,
  ) {}

  static async now(): Promise<BusyCores> {
    const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
    const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = line.split(/\s+/).slice(1).map(Number);
    return new BusyCores(performance.now(), (user + nice + system + irq + softIrq) / TICKS);
  }

  /** Cores in use between two readings, on average. */
  since(before: BusyCores): number {
    return (this.seconds - before.seconds) / ((this.at - before.at) / 1_000);
  }
}
