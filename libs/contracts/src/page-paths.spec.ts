import { describe, expect, it } from '@jest/globals';
import { PAGE_PATHS, pagePathOf } from './page-paths.js';

describe('the path that a view is counted by', () => {
  it('omits ids, query and fragment', () => {
    expect(pagePathOf('/game/0f3c?code=ABCDEF#x')).toBe('/game/:gameId');
    expect(pagePathOf('/library/template/t-1/')).toBe('/library/template/:templateId');
    expect(pagePathOf('/?reset=secret')).toBe('/');
    expect(pagePathOf('/moderator-rejoin?x=1')).toBe('/moderator-rejoin');
  });

  it('takes only known pages, whatever a browser sends', () => {
    for (const path of ['', 'x', '/nowhere', '/game', '/game/a/b', '//evil.example', '/terms/../secret'])
      expect(pagePathOf(path)).toBe('/404');
    for (const path of PAGE_PATHS) expect(pagePathOf(path)).toBe(path);
  });
});
