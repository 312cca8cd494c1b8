import { describe, expect, it } from '@jest/globals';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { VIEWS } from './slice-views.js';
import { COMMANDS, EVENTS, SERVER_COMMANDS } from './slices.js';

describe.each([
  ['COMMANDS', COMMANDS],
  ['SERVER_COMMANDS', SERVER_COMMANDS],
  ['EVENTS', EVENTS],
])('%s', (_, table) => {
  it.each(Object.entries(table))('has %s under its type', (key, { type }) => {
    expect(type).toBe(key);
  });
});

// A view has no type, and those of two events with the same fields would fit either key.
const exported = new Map<string, unknown>();
for (const file of globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.spec.ts', 'testing/**'] })) {
  const module = (await import(join(import.meta.dirname, file))) as object;
  for (const [name, value] of Object.entries(module)) if (name.endsWith('View')) exported.set(name, value);
}

describe('VIEWS', () => {
  it.each(Object.entries(VIEWS))('has the view of %s under its type', (key, view) => {
    expect(exported.get(`${key}View`)).toBe(view);
  });
});
