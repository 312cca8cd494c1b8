import JsdomEnvironment from 'jest-environment-jsdom';

/** What browsers have and jsdom lacks, taken from Node. Requests stay without `fetch`: a spec brings its own answers. */
const FROM_NODE = ['TextDecoder', 'TextEncoder', 'structuredClone', 'Headers', 'Request', 'Response'];

export default class extends JsdomEnvironment {
  constructor(...args) {
    super(...args);
    for (const name of FROM_NODE) this.global[name] ??= globalThis[name];
  }
}
