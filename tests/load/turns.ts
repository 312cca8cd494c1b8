const MS = 1_000;

/** The work that this thread does in each turn of its event loop, ms on the CPU: what else runs on the machine does not count. */
export class Turns {
  readonly #took: number[] = [];
  #timer: NodeJS.Timeout | undefined;

  begin(): void {
    let before = used();
    this.#timer = setInterval(() => {
      const now = used();
      this.#took.push((now - before) / MS);
      before = now;
    }, 1);
  }

  end(): void {
    clearInterval(this.#timer);
    this.#took.sort((a, b) => a - b);
  }

  /** @param percent 100: the longest */
  at(percent: number): number {
    return this.#took[Math.ceil((this.#took.length * percent) / 100) - 1] ?? 0;
  }
}

function used(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
