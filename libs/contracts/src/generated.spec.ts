import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { asyncApi } from './asyncapi.js';
import { natsConfig } from './nats-config.js';
import { openApi } from './openapi.js';
import { PATHS } from './paths.js';
import { templateFileSchema } from './template-file.js';

const committed = (file: string): unknown => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
/** As it would be read back from the file. */
const asJson = (document: unknown): unknown => JSON.parse(JSON.stringify(document));

describe('the committed description', () => {
  it('matches the schemas of the socket’s frames (else: npm run generate -w libs/contracts)', () => {
    expect(committed('asyncapi.json')).toEqual(asJson(asyncApi()));
  });

  it('matches the schema of template files (else: npm run generate -w libs/contracts)', () => {
    expect(committed('template.schema.json')).toEqual(asJson(templateFileSchema()));
  });

  it('matches the table of NATS users and their permissions (else: npm run generate -w libs/contracts)', () => {
    expect(readFileSync(new URL('../../../deploy/nats/services.conf', import.meta.url), 'utf8')).toBe(natsConfig());
  });

  it('restarts NATS in Compose when its permissions change (else: npm run generate -w libs/contracts)', () => {
    const hash = createHash('sha256').update(natsConfig()).digest('hex');
    const compose = readFileSync(new URL('../../../docker/compose.yaml', import.meta.url), 'utf8');
    expect(compose).toContain(`earworm.services-conf: ${hash}`);
  });

  it('names every route', () => {
    const described = Object.keys(openApi()['paths'] as object);
    for (const { path } of Object.values(PATHS)) expect(described).toContain(path.replace(/:(\w+)/g, '{$1}'));
  });
});
