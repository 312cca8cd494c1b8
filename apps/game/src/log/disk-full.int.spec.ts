import { eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from '../testing/database.js';
import { create, gameServices, look, send, type RunningGame } from '../testing/game-service.js';
import { ownPostgres } from '../testing/own-postgres.js';
import { smallDisk } from '../testing/small-disk.js';
import { faultsOf, NO_FAULTS, streamOfCommands } from '../testing/stream-of-commands.js';

const disk = smallDisk(4);
/** Written for no game: succeeds as long as there is any space. */
const ONE_MORE = `insert into event (game_id, version, event, at, epoch)
  values ('filler', (select count(*) + 1 from event where game_id = 'filler'), '{"type":"owned"}', 1, 0)`;
const DISK_FULL = '53100';

describe('a full disk', () => {
  if (!disk) {
    it.skip('DID NOT RUN: this process may not mount a small disk (it takes Linux and root)', () => undefined);
    return;
  }
  const services = gameServices();
  const { bus } = services;
  let postgres: Awaited<ReturnType<typeof ownPostgres>>;
  let game: RunningGame;

  beforeAll(async () => {
    postgres = await ownPostgres();
    game = await services.start(postgres.url);
    const [row] = await sql<{ folder: string }>(postgres.url, `select current_setting('data_directory') as folder`);
    await disk.giveToOwnerOf(row?.folder ?? '');
    await sql(postgres.url, `create tablespace small location '${disk.place}'`);
    await sql(postgres.url, 'alter table event set tablespace small');
  });
  afterAll(async () => {
    await game.stop();
    await postgres.remove();
    disk.remove();
  });

  it('stops games whose events cannot be written, loses no answer, and all continue once there is space', async () => {
    const { gameId: first } = await create(bus);
    const others = await Promise.all(Array.from({ length: 4 }, () => create(bus)));
    const ids = [first, ...others.map(({ gameId }) => gameId)];
    const stream = streamOfCommands(bus, ids, 1);
    await stream.goesOn();
    await disk.fill();
    // The remaining space in the last pages is still used.
    await eventually(() => expect(sql(postgres.url, ONE_MORE)).rejects.toMatchObject({ code: DISK_FULL }));
    const tooLate = send(bus, first, 'ann', { type: 'joinGame', name: 'Ann' }, { deadlineMs: 200 });
    await expect(tooLate).rejects.toMatchObject({ code: 'retry' });

    await disk.free();
    const freeAt = performance.now();
    await eventually(() => expect(stream.answeredFrom(freeAt)).toBeGreaterThan(100));
    await stream.end();
    expect(await faultsOf(postgres.url, ids, stream.answered)).toEqual(NO_FAULTS);
    expect((await look(bus, first)).view.playerCount).toBe(0);
  });
});
