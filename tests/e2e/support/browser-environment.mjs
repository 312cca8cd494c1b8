import { TestEnvironment } from 'jest-environment-node';
import { chromium } from 'playwright-core';

/**
 * Connects the specs of a file to a browser. The driver stays outside Jest's module system, which would load its three
 * megabytes of script again for every file.
 */
export default class extends TestEnvironment {
  #connections = new Map();

  constructor(config, context) {
    super(config, context);
    this.global.connectToBrowser = (endpoint) => {
      if (!this.#connections.has(endpoint)) this.#connections.set(endpoint, chromium.connect(endpoint));
      return this.#connections.get(endpoint);
    };
  }

  async teardown() {
    for (const connection of this.#connections.values()) await (await connection).close();
    await super.teardown();
  }
}
