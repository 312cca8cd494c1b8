import { afterAll, beforeAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser } from './browser.js';
import { Person } from './people.js';
import { startServer, type RunningServer } from './server.js';

/** A first start makes a database, and may have to build. */
export const OPEN_WITHIN_MS = 300_000;
export const CLOSED_WITHIN_MS = 60_000;

/** Whoever comes gets a browser profile of their own. */
export type Arrive = (name: string) => Promise<Person>;

/** Before the first spec of a story the product starts, as `npm start` does, and people come; after its last they go. */
export function opening(come: (arrive: Arrive) => Promise<void>, env: Record<string, string> = {}): void {
  let server: RunningServer | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    const house = await startServer(env);
    server = house;
    const window = await startBrowser();
    browser = window;
    await come((name) => Person.arrive(window, name, house.url));
  }, OPEN_WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  }, CLOSED_WITHIN_MS);
}
