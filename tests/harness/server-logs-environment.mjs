import { mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';

const RESULTS = join(import.meta.dirname, '..', '..', 'test-results', 'logs');

/** Keeps the output of every process that a spec file starts, and names the folder where a test fails. */
export default class extends TestEnvironment {
  #folder;

  constructor(config, context) {
    super(config, context);
    this.#folder = join(RESULTS, basename(context.testPath, '.spec.ts'));
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true });
    this.global.process.env.EARWORM_LOG_FOLDER = this.#folder;
  }

  handleTestEvent(event) {
    if (event.name !== 'test_fn_failure' && event.name !== 'hook_failure') return;
    const { error } = event;
    // Jest prints the stack, which begins with the message.
    if (error?.stack) error.stack = `${error.stack}\n\nServer logs: ${this.#folder}\n`;
  }
}
