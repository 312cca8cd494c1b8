import { describe, expect, it } from '@jest/globals';
import { initialOf } from './initial.js';

describe('the first letter of a name', () => {
  it.each([
    ['ada', 'A'],
    ['éva', 'É'],
    ['עומר', 'ע'],
    ['🇩🇪 team', '🇩🇪'],
    ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
    ['', ''],
  ])('of “%s” is “%s”', (name, initial) => {
    expect(initialOf(name)).toBe(initial);
  });
});
