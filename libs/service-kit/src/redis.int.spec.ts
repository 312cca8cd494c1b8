import { expect, it } from '@jest/globals';
import { describeWith } from './testing/index.js';
import { connectRedis } from './redis.js';

describeWith('redis', 'redis', (url) => {
  it('stores a value', async () => {
    const redis = await connectRedis(url);
    await redis.set('spec:word', 'earworm', { expiration: { type: 'EX', value: 10 } });
    expect(await redis.get('spec:word')).toBe('earworm');
    await redis.close();
  });

  it('reconnects by itself', async () => {
    const [lost, other] = await Promise.all([connectRedis(url), connectRedis(url)]);
    await lost.set('spec:again', '1', { expiration: { type: 'EX', value: 10 } });
    const back = new Promise((resolve) => lost.once('ready', resolve));
    await other.sendCommand(['CLIENT', 'KILL', 'ID', String(await lost.sendCommand(['CLIENT', 'ID']))]);
    await back;
    expect(await lost.get('spec:again')).toBe('1');
    await Promise.all([lost.close(), other.close()]);
  });
});
