type Part = 'loaded' | 'database' | 'services' | 'listening';

/** When each part of the start was done, ms since the process began; some run at the same time. */
export class StartTimes {
  readonly #doneMs = new Map<Part, number>();

  #cpuMs = 0;

  done(part: Part): void {
    this.#doneMs.set(part, Math.round(performance.now()));
    const { user, system } = process.cpuUsage();
    this.#cpuMs = Math.round((user + system) / 1_000);
  }

  /** For the log; `processAt` is in Unix ms, `cpu` what was used until the last part was done. */
  get fields(): object {
    const processAt = Math.round(performance.timeOrigin);
    return { pid: process.pid, processAt, ...Object.fromEntries(this.#doneMs), cpu: this.#cpuMs };
  }
}
