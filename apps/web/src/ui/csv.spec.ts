import { expect, it } from '@jest/globals';
import { csvOf } from './csv.js';

it('a table has quotes where a cell needs them, and nothing that a spreadsheet would run', () => {
  expect(
    csvOf([
      ['Name', 'Points'],
      ['Ann "the ear", jr.', -50],
      ['=1+1', 0],
      ['@me', 7],
      ['two\nlines', 1],
    ]),
  ).toBe('\ufeffName,Points\r\n"Ann ""the ear"", jr.",-50\r\n\'=1+1,0\r\n\'@me,7\r\n"two\nlines",1\r\n');
});
