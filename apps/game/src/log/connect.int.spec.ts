import { describeWith } from '@earworm/service-kit/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cuttableLine } from '../testing/cuttable-line.js';
import { connect, closeConnection } from './connect.js';

describeWith('postgres', 'a connection that breaks', (url) => {
  let line: Awaited<ReturnType<typeof cuttableLine>>;
  let losses: number;
  const open = () => connect(line.url, {}, () => losses++);

  beforeEach(async () => {
    line = await cuttableLine(url);
    losses = 0;
  });
  afterEach(() => line.close());

  it.each(['before', 'during', 'after'] as const)(
    'throws while opening, and reports no lost connection: %s the server has set it up',
    async (when) => {
      line.cutAt('set_config', when);
      await expect(open()).rejects.toThrow();
      expect(losses).toBe(0);
    },
  );

  it('throws while opening, when the server falls silent after the log-in', async () => {
    const opening = open();
    line.dropAt('set_config');
    await expect(opening).rejects.toThrow();
    expect(losses).toBe(0);
  });

  it('reports once when it is in use', async () => {
    const client = await open();
    line.breakOff('all');
    await expect(client.query('select 1')).rejects.toThrow();
    expect(losses).toBe(1);
    await closeConnection(client);
    expect(losses).toBe(1);
  });
});
