import { spawn } from 'node:child_process';

/**
 * Reads `+ pid` and `- pid` lines until its input is closed, then ends the processes that are left, by force after 2 s, and
 * removes the folder.
 */
const SCRIPT = `
all=
while read -r sign pid; do
  kept=
  for each in $all; do [ "$each" = "$pid" ] || kept="$kept $each"; done
  all=$kept
  [ "$sign" = + ] && all="$all $pid"
done
running() { for each in $all; do kill -0 "$each" 2>/dev/null && return 0; done; return 1; }
for each in $all; do kill -TERM "$each"; kill -CONT "$each"; done 2>/dev/null
tries=20
while running && [ $tries -gt 0 ]; do sleep 0.1; tries=$((tries - 1)); done
for each in $all; do kill -KILL "$each"; done 2>/dev/null
tries=20
while [ -n "$0" ] && [ -e "$0" ] && [ $tries -gt 0 ]; do rm -rf "$0" 2>/dev/null; sleep 0.1; tries=$((tries - 1)); done
`;

/** Ends processes and removes data when this process ends, even when it is killed. */
export class Guard {
  readonly #shell;
  readonly #ended: Promise<void>;

  /** @param folder removed at the end, if one is named */
  constructor(folder: string | null) {
    // In a separate group: Ctrl-C in the terminal must not end the process that cleans up after it.
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT, folder ?? ''], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#ended = new Promise((resolve) => {
      this.#shell.on('error', () => resolve());
      this.#shell.on('exit', () => resolve());
    });
    this.#shell.stdin.on('error', () => undefined);
    this.#shell.unref();
  }

  watch(pid: number): void {
    this.#shell.stdin.write(`+ ${pid}\n`);
  }

  forget(pid: number): void {
    this.#shell.stdin.write(`- ${pid}\n`);
  }

  /** Ends everything that is still watched and removes the folder. */
  async cleanUp(): Promise<void> {
    this.#shell.ref();
    this.#shell.stdin.end();
    await this.#ended;
  }
}
