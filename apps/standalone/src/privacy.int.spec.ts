import { describeWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type RunningProduct, runProduct } from './testing/running-product.js';

describeWith('postgres', 'what the privacy page is made from', () => {
  let product: RunningProduct;
  beforeAll(async () => {
    product = await runProduct({
      env: { GAME_KEEP_DAYS: '7', CLIP_KEEP_DAYS: '3', TELEMETRY_KEEP_DAYS: '20', SESSION_DAYS: '9' },
    });
  });
  afterAll(() => product?.close());

  it('follows the configuration of every service', async () => {
    const answer = await fetch(`${product.url}/api/privacy`);
    expect(await answer.json()).toMatchObject({
      days: { games: 7, clips: 6, usage: 20, guests: 9, events: 90, backups: null },
      operatorText: null,
      sendsMail: false,
    });
  });
});
