import { describe, it } from '@jest/globals';
import { projectName } from './product.js';

const DOCKER = 'a Docker engine with compose and buildx';

export function describeWithProduct(title: string, body: () => void): void {
  describe(title, () => {
    if (projectName() !== undefined) body();
    else it.skip(`DID NOT RUN: ${DOCKER} is not available in this run`, () => undefined);
  });
}
