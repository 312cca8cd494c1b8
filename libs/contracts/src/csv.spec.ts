import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvOf, neutralised, textOfCell } from './csv.js';

describe('a CSV export', () => {
  it('quotes every cell and doubles quotes within', () => {
    expect(
      csvOf([
        ['Name', 'Points'],
        ['Ann "the ear", jr.', -50],
      ]),
    ).toBe('\ufeff"Name","Points"\r\n"Ann ""the ear"", jr.","-50"\r\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['＝1+1', "'＝1+1"],
    ["'=1+1", "''=1+1"],
    [' @me', " '@me"],
    ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
    ['a\t-2', "a\t'-2"],
    ['two\n+1', "two\n'+1"],
    ['x;"=1"', 'x;"\'=1"'],
    ['12"-Maxi', '12"-Maxi'],
    ['3 - 1 = 2', '3 - 1 = 2'],
  ])('writes %j as %j', (text, cell) => {
    expect(neutralised(text)).toBe(cell);
    expect(textOfCell(cell)).toBe(text);
  });

  it('takes no longer for long runs of blanks and quotes than their length explains', () => {
    for (const run of ['\n', '\t', ' ', '"', "'", ';', '=']) {
      const text = `${run.repeat(200_000)}x`;
      expect(textOfCell(neutralised(text))).toBe(text);
    }
  });

  it('reads back what was written', () => {
    const text = fc.array(fc.constantFrom(...`=+-@＝＋－＠;,"'ax \t\n`), { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(fc.property(text, (typed) => expect(textOfCell(neutralised(typed))).toBe(typed)));
  });
});
