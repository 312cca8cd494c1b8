import type { BrowserContext, Request } from 'playwright-core';

/** The last lines are those before the failure. */
const LINES = 20;

/** What may explain that a page does not show what a test waits for: failed and unanswered requests, and navigations. */
export class NetworkLog {
  readonly #lines: string[] = [];
  readonly #unanswered = new Set<Request>();

  constructor(context: BrowserContext) {
    context.on('request', (request) => {
      this.#unanswered.add(request);
      if (request.isNavigationRequest()) this.#lines.push(`navigation ${request.url()}`);
    });
    context.on('requestfinished', (request) => this.#unanswered.delete(request));
    context.on('requestfailed', (request) => {
      this.#unanswered.delete(request);
      this.#lines.push(`${request.failure()?.errorText ?? 'failed'} ${request.url()}`);
    });
    context.on('response', (response) => {
      if (response.status() >= 400) this.#lines.push(`${response.status()} ${response.url()}`);
    });
  }

  trouble(): string[] {
    return [...this.#lines.slice(-LINES), ...[...this.#unanswered].map((request) => `unanswered ${request.url()}`)];
  }
}
