import type { AdminApi } from './admin-api.js';
import type { Json } from './difference.js';

/** Makes changes, or in a dry run only reports them. */
export class Changes {
  count = 0;

  constructor(
    private readonly api: AdminApi,
    private readonly report: (line: string) => void,
    readonly dryRun: boolean,
  ) {}

  /** `body` is made only if the change is. */
  async make(line: string, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Json | (() => Promise<Json>)) {
    this.count++;
    this.report(line);
    if (!this.dryRun) await this.api.send(method, path, typeof body === 'function' ? await body() : body);
  }

  /** Reports what stays. */
  note(line: string): void {
    this.report(line);
  }
}
