import { BusFaults } from '@earworm/service-kit/testing/faulty-bus';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import { create, gameServices } from '../testing/game-service.js';
import { faultsOf, NO_FAULTS, streamOfCommands } from '../testing/stream-of-commands.js';

const GAMES = 12;
/** Commands per game: some hundred messages are lost and duplicated by then, both ways. */
const ENOUGH = 25;

describeWith(
  'postgres',
  'A bus that loses, doubles, delays and reorders what goes to an owner and comes from it',
  () => {
    it('loses, repeats and reorders no command', async () => {
      const database = await freshDatabase();
      const services = gameServices();
      const bad = { owner: new BusFaults(), callers: new BusFaults() };
      const game = await services.start(database.url, { faults: bad.owner });
      const made = await Promise.all(Array.from({ length: GAMES }, () => create(services.bus)));
      const gameIds = made.map(({ gameId }) => gameId);
      for (const faults of Object.values(bad)) {
        faults.drop('>', { share: 0.1 });
        faults.double('>', { share: 0.2 });
        faults.delay('>', 10, { share: 0.1 });
        faults.reorder('>', 40, { share: 0.2 });
      }
      const stream = streamOfCommands(services.connect(bad.callers), gameIds, 2);
      await stream.goesOn(GAMES * ENOUGH);
      for (const faults of Object.values(bad)) faults.clear();
      await stream.end();
      expect(await faultsOf(database.url, gameIds, stream.answered)).toEqual(NO_FAULTS);
      await game.stop();
      await database.drop();
    });
  },
);
