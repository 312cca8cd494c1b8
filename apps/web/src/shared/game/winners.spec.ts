import { describe, expect, it } from '@jest/globals';
import { type Leader, LEADERS_SHOWN, UserId } from '@earworm/rules';
import { resultText } from './winners.js';

/** Players with their scores, the best first. */
const game = (players: readonly (readonly [name: string, score: number])[], playerCount = players.length) => {
  const leaders = players.map(([name, score], at): Leader => ({
    id: UserId.parse(`p${at}`),
    seat: at + 1,
    name,
    score,
    isActive: true,
  }));
  return { leaders, playerCount };
};
const tied = (...names: readonly string[]) => game([...names.map((name) => [name, 100] as const), ['Zoe', 50]]);
const crowd = (count: number) => Array.from({ length: count }, (_, at) => [`P${at}`, 100] as const);

describe('the sentence that says who won', () => {
  it('names the winner', () => {
    expect(
      resultText(
        game([
          ['Ada', 300],
          ['Ben', 100],
        ]),
      ),
    ).toBe('Ada wins');
    expect(resultText(game([['Ada', 5]]))).toBe('Ada wins');
  });

  it('names all who share the first place', () => {
    expect(resultText(tied('Ada', 'Ben'))).toBe('Ada and Ben share first place');
    expect(resultText(tied('Ada', 'Ben', 'Cid'))).toBe('Ada, Ben, and Cid share first place');
    expect(resultText(tied('Ada', 'Ben', 'Cid', 'Dora'))).toBe('Ada, Ben, Cid, and Dora share first place');
  });

  it('counts those beyond the third or fourth name, and of long names those beyond the second', () => {
    const long = ['Maximiliane von Wied', 'Wolfgang-Amadeus WM', 'Christopher Mumford', 'Dora'];
    expect(resultText(tied(...long.slice(0, 3)))).toBe(
      'Maximiliane von Wied, Wolfgang-Amadeus WM, and Christopher Mumford share first place',
    );
    expect(resultText(tied(...long))).toBe('Maximiliane von Wied, Wolfgang-Amadeus WM, and 2 others share first place');
    expect(resultText(tied('Ada', 'Ben', 'Cid', 'Dora', 'Eve'))).toBe('Ada, Ben, Cid, and 2 others share first place');
    expect(resultText(game(crowd(LEADERS_SHOWN)))).toBe('P0, P1, P2, and 47 others share first place');
    expect(resultText(game(crowd(LEADERS_SHOWN), 60))).toBe('P0, P1, P2, and many others share first place');
  });

  it('says that nobody won points when the best have none, or less', () => {
    expect(
      resultText(
        game([
          ['Ada', 0],
          ['Ben', 0],
        ]),
      ),
    ).toBe('Nobody won any points');
    expect(resultText(game([['Ada', -50]]))).toBe('Nobody won any points');
  });

  it('says that no players took part', () => {
    expect(resultText(game([]))).toBe('No players took part');
  });

  it('keeps names from right to left in their places', () => {
    expect(resultText(tied('עומר', 'Ben', 'محمد'))).toMatch(
      /^\u2068?\u2068עומר\u2069, Ben, and \u2068محمد\u2069\u2069? share/,
    );
  });
});
