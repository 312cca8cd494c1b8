import { describe, expect, it } from '@jest/globals';
import { PendingReport } from './pending-report.js';

describe('pending report of a page', () => {
  it('keeps its id until it has arrived, whatever happens meanwhile', () => {
    const way = new PendingReport<string>();
    const first = way.next(() => 'first', 1_000);
    expect(first).toMatchObject({ reportId: expect.stringMatching(/^[0-9a-f]{32}$/), content: 'first' });
    expect(way.next(() => 'second', 9_000)).toEqual(first);
    way.done('another');
    expect(way.next(() => 'second', 9_000)).toEqual(first);
    way.done(first?.reportId);
    const second = way.next(() => 'second', 9_000);
    expect(second).toMatchObject({ content: 'second', takenAt: 9_000 });
    expect(second?.reportId).not.toBe(first?.reportId);
  });

  it('remains empty when there is nothing to send', () => {
    const way = new PendingReport<string>();
    expect([way.next(() => null, 0), way.isEmpty]).toEqual([null, true]);
  });
});
