import { describe, expect, it } from '@jest/globals';
import { shortName } from './short-name.js';

describe('shortened names on the public page of standings', () => {
  it.each([
    ['Maya King', 'Maya K.'],
    ['Maya', 'M.'],
    ['Maya Katharina van der Berg', 'Maya B.'],
    ['  Łukasz   Żak ', 'Łukasz Ż.'],
    ['maya_king', 'm.'],
    ['Player 7', 'Player 7'],
    ['7', '7.'],
    ['👩🏽‍🚀', '👩🏽‍🚀'],
    ['Zoe 🦊', 'Zoe 🦊'],
    ['Zoé', 'Z.'],
    ['Maya e\u0301toile', 'Maya e\u0301.'],
    ['', ''],
  ])('turn %j into %j', (name, expected) => {
    expect(shortName(name)).toBe(expected);
  });
});
