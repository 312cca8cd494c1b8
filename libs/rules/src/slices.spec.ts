import { describe, expect, it } from '@jest/globals';
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
