import type { LiveGame } from '@earworm/contracts';
import { describe, expect, it } from '@jest/globals';
import { afterFrame, countByState, found, type Games, filteredGames, type GameFilter } from './open-games.js';
import { filterIn } from './filter-in-address.js';

const game = (id: string, over: Partial<LiveGame> = {}): LiveGame => ({
  ...{ gameId: id as LiveGame['gameId'], gameCode: id.toUpperCase(), status: 'playing', moderatorName: 'Mo' },
  ...{ moderatorLeft: false, players: 1, createdAt: 1, lastAction: 'gameStarted', lastAt: 1 },
  ...over,
});
const of = (...games: LiveGame[]): Games => new Map(games.map((each) => [each.gameId, each]));

describe('the list of open games', () => {
  it('starts from a whole frame, then applies changes and drops completed games', () => {
    const first = afterFrame(of(game('old')), { whole: true, games: [game('a'), game('b')] });
    expect([...first.keys()]).toEqual(['a', 'b']);
    const next = afterFrame(first, { whole: false, games: [game('a', { status: 'completed' }), game('c')] });
    expect([...next.keys()]).toEqual(['b', 'c']);
  });

  it('keeps its identity when a frame changes nothing', () => {
    const games = of(game('a'));
    expect(afterFrame(games, { whole: false, games: [] })).toBe(games);
  });

  it('finds games by code and moderator, counts them by state, and sorts them', () => {
    const games = of(
      game('a', { players: 5, createdAt: 1, lastAt: 9 }),
      game('b', { createdAt: 2, moderatorName: 'Ruth', status: 'setup', lastAt: 7 }),
    );
    const ids = (search: string, state: GameFilter['state'] = 'all', sort: GameFilter['sort'] = 'newest') =>
      filteredGames(found(games, search), { state, sort }).map(({ gameId }) => gameId);
    expect(ids(' rut')).toEqual(['b']);
    expect(ids('A', 'playing')).toEqual(['a']);
    expect(ids('mo', 'setup')).toEqual([]);
    expect(ids('')).toEqual(['b', 'a']);
    expect(ids('', 'all', 'crowded')).toEqual(['a', 'b']);
    expect(ids('', 'all', 'active')).toEqual(['a', 'b']);
    expect(ids('', 'all', 'quiet')).toEqual(['b', 'a']);
    expect(countByState(found(games, ''))).toEqual({ all: 2, setup: 1, playing: 1 });
    expect(countByState(found(games, 'ruth'))).toEqual({ all: 1, setup: 1, playing: 0 });
  });
});

describe('the address of the operations page', () => {
  it('determines the list; invalid values are ignored', () => {
    expect(filterIn(new URLSearchParams('search=a%25&state=completed&sort=quiet&page=3'))).toEqual({
      ...{ search: 'a%', state: 'completed', sort: 'quiet', page: 3 },
    });
    expect(filterIn(new URLSearchParams('state=lost&sort=1;drop&page=-1'))).toEqual({
      ...{ search: '', state: 'all', sort: 'newest', page: 1 },
    });
  });
});
