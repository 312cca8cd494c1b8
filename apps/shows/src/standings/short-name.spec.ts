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
    ['Player  7', 'P. 7'],
    ['Player 07', 'P. 07'],
    ['Player 7 2', 'Player 7. 2'],
    ['Maya King 2', 'Maya K. 2'],
    ['Maya 2', 'M. 2'],
    ['Łukasz van Żak  12', 'Łukasz Ż. 12'],
    ['Zoe 🦊 3', 'Zoe 🦊 3'],
    ['Maya King 2 3', 'Maya 2. 3'],
    ['7', '7.'],
    ['7 2', '7. 2'],
    ['Maya K2', 'Maya K.'],
    ['👩🏽‍🚀', '👩🏽‍🚀'],
    ['Zoe 🦊', 'Zoe 🦊'],
    ['Zoé', 'Z.'],
    ['Maya e\u0301toile', 'Maya e\u0301.'],
    ['', ''],
  ])('turn %j into %j', (name, expected) => {
    expect(shortName(name)).toBe(expected);
  });
});
