import type { LiveGame } from '@earworm/contracts';
import { describe, expect, it } from '@jest/globals';
import { afterFrame, type Games, shown } from './open-games.js';

const game = (id: string, over: Partial<LiveGame> = {}): LiveGame => ({
  ...{ gameId: id as LiveGame['gameId'], gameCode: id.toUpperCase(), status: 'playing', moderatorName: 'Mo' },
  ...{ moderatorLeft: false, players: 1, createdAt: 1, lastAction: 'gameStarted', lastAt: 1 },
  ...over,
});
const of = (...games: LiveGame[]): Games => new Map(games.map((each) => [each.gameId, each]));

describe('the open games', () => {
  it('are what a whole frame says, then what changes', () => {
    const first = afterFrame(of(game('old')), { whole: true, games: [game('a'), game('b')] });
    expect([...first.keys()]).toEqual(['a', 'b']);
    const next = afterFrame(first, { whole: false, games: [game('a', { status: 'completed' }), game('c')] });
    expect([...next.keys()]).toEqual(['b', 'c']);
  });

  it('are not drawn again when nothing changed', () => {
    const games = of(game('a'));
    expect(afterFrame(games, { whole: false, games: [] })).toBe(games);
  });

  it('are found by code and moderator, and stand in the order that was asked for', () => {
    const games = of(game('a', { players: 5, createdAt: 1 }), game('b', { createdAt: 2, moderatorName: 'Ruth' }));
    const ids = (wish: Parameters<typeof shown>[1]) => shown(games, wish).map(({ gameId }) => gameId);
    expect(ids({ search: ' rut', state: 'all', sort: 'newest' })).toEqual(['b']);
    expect(ids({ search: 'A', state: 'playing', sort: 'newest' })).toEqual(['a']);
    expect(ids({ search: '', state: 'setup', sort: 'newest' })).toEqual([]);
    expect(ids({ search: '', state: 'all', sort: 'newest' })).toEqual(['b', 'a']);
    expect(ids({ search: '', state: 'all', sort: 'crowded' })).toEqual(['a', 'b']);
  });
});
