import { describe, expect, it } from '@jest/globals';
import { defaultCores, OptionError, readCores } from './cores.js';

describe('npm start -- --cores', () => {
  it('sets the number of gateways', () => {
    expect(readCores(['--cores', '3'], 2)).toBe(3);
    expect(readCores(['--cores=1'], 32)).toBe(1);
  });

  it.each([['0'], ['65'], ['1.5'], ['two'], ['']])('refuses %j in one line', (text) => {
    const refused = '--cores takes a whole number from 1 to 64, as in npm start -- --cores 4.';
    expect(() => readCores([`--cores=${text}`])).toThrow(new OptionError(refused));
  });

  it('refuses a missing number', () => {
    for (const args of [['--cores'], ['--cores', '-2'], ['--cores', '--cores']])
      expect(() => readCores(args)).toThrow(/^--cores takes a whole number from 1 to 64/);
  });

  it('names an option that it does not know', () => {
    expect(() => readCores(['--core', '2'])).toThrow(
      new OptionError('npm start does not know --core: the only option is --cores N.'),
    );
    expect(() => readCores(['4'])).toThrow('npm start does not know 4: the only option is --cores N.');
  });
});

describe('default of --cores', () => {
  it('chooses one gateway up to 4 cores, and leaves cores for game process, database and system above', () => {
    expect([1, 2, 4, 5, 6, 8, 64].map(defaultCores)).toEqual([1, 1, 1, 2, 3, 4, 4]);
    expect(readCores([], 4)).toBe(1);
  });
});
