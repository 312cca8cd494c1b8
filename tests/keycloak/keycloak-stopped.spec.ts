/// <reference lib="dom" />
import { afterAll, beforeAll, expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { TcpLine } from '../harness/tcp-line.js';
import type { Product } from '../harness/product.js';
import { newRegisteredUser } from '../e2e/support/members.js';
import { playerOf } from '../e2e/support/player.js';
import { startProductWith } from '../identity/support/start-product.js';
import { describeWithKeycloak } from './support/describe-with-keycloak.js';

const START_WITHIN_MS = 180_000;

describeWithKeycloak('Keycloak stopped while people play', ({ url, admin }, _, on) => {
  let line: TcpLine;
  let product: Product;
  beforeAll(async () => {
    line = await TcpLine.to(Number(new URL(url).port));
    product = await startProductWith({ url, admin }, { env: { KEYCLOAK_URL: `http://localhost:${line.port}` } });
  }, START_WITHIN_MS);
  afterAll(async () => {
    line?.mend();
    await product?.stop();
    line?.close();
  }, START_WITHIN_MS);

  on(() => product)(
    'who is signed in plays on, new guests wait and get in by themselves once it is back',
    async (scene) => {
      const ruth = await newRegisteredUser(product.url, 'Ruth');
      const game = await scene.game({ moderatedBy: ruth, players: ['Ada'] });
      const [desk, ada] = [await scene.desk(game), await scene.phone(game, 'Ada')];
      const bob = playerOf(await scene.arrive('Bob'));
      await bob.enterCode(game.code);
      line.cut();

      await bob.person.button('Join Game').click();
      await bob.person.sees(/You are number 1 in the queue/);

      await desk.pickAny();
      await ada.becomes('armed');
      await ada.buzz();
      await ada.becomes('first');
      await desk.judge('Right');
      await ada.becomes('right');
      await eventually(async () => expect(await ada.score()).toBe(100));
      await expect(ruth.http.call('history', {})).resolves.toBeDefined();

      line.mend();
      await bob.becomes('wait');
    },
  );
});
