import { describe, expect, it } from '@jest/globals';
import { matches, SubjectTree } from './subjects.js';

const patterns = ['a', 'a.b', 'a.*', '*.b', 'a.>', '>', '*.*.c', 'a.b.c', '*', 'a.*.>'];
const subjects = ['a', 'b', 'a.b', 'a.c', 'x.b', 'a.b.c', 'a.b.c.d', 'x.y.c', 'game.events.1.player'];

describe('bus subjects', () => {
  it.each([
    ['game.events.1.*', 'game.events.1.player', true],
    ['game.events.1.*', 'game.events.1', false],
    ['game.events.1.*', 'game.events.1.player.x', false],
    ['game.>', 'game', false],
    ['game.>', 'game.a.b', true],
    ['a.b', 'a.bc', false],
  ])('%s covers %s: %s', (pattern, subject, expected) => expect(matches(pattern, subject)).toBe(expected));

  it('finds in the tree exactly the subscriptions whose patterns cover a subject', () => {
    const tree = new SubjectTree<string>();
    for (const pattern of patterns) {
      for (const subject of subjects) tree.find(subject);
      tree.add(pattern, pattern);
    }
    for (const subject of subjects) {
      expect([...tree.find(subject)].sort()).toEqual(patterns.filter((pattern) => matches(pattern, subject)).sort());
    }
  });

  it('leaves nothing behind in the tree when the subscriptions end', () => {
    const tree = new SubjectTree<string>();
    for (const pattern of patterns) tree.add(pattern, pattern);
    for (const subject of subjects) tree.find(subject);
    for (const pattern of patterns) tree.remove(pattern, pattern);
    for (const subject of subjects) expect(tree.find(subject)).toEqual([]);
    expect(tree.isEmpty).toBe(true);
  });
});
