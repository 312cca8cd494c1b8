import { GameCode, GameId } from '@earworm/rules';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { MIGRATIONS } from '../migrations.js';
import { reserveCode, reserveRoomCode } from './codes.js';

describeWith('postgres', 'the code of a game', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let source: DataSource;
  beforeAll(async () => {
    database = await freshDatabase();
    source = await openDataSource({ url: database.url, schema: 'game', entities: [], migrations: MIGRATIONS });
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });
  const drawing = (...codes: string[]) => {
    let drawn = 0;
    return () => GameCode.parse(codes[Math.min(drawn++, codes.length - 1)]);
  };
  const gameId = (name: string) => GameId.parse(name);

  it('changes when it is already taken', async () => {
    expect(await reserveCode(source, gameId('first'), drawing('AAAAAA'))).toBe('AAAAAA');
    expect(await reserveCode(source, gameId('second'), drawing('AAAAAA', 'AAAAAA', 'BBBBBB'))).toBe('BBBBBB');
  });

  it('remains the same for repeated requests', async () => {
    expect(await reserveCode(source, gameId('again'), drawing('CCCCCC'))).toBe('CCCCCC');
    expect(await reserveCode(source, gameId('again'), drawing('DDDDDD'))).toBe('CCCCCC');
  });

  it('differs from those of rooms, and theirs from those of games', async () => {
    const room = '00000000-0000-4000-8000-000000000001';
    await reserveCode(source, gameId('of-room'), drawing('FFFFFF'));
    expect(await reserveRoomCode(source, room, gameId('of-room'), drawing('FFFFFF', 'GGGGGG'))).toBe('GGGGGG');
    expect(await reserveRoomCode(source, room, gameId('of-room'), drawing('HHHHHH'))).toBe('GGGGGG');
    expect(await reserveCode(source, gameId('later'), drawing('GGGGGG', 'JJJJJJ'))).toBe('JJJJJJ');
    expect(await reserveCode(source, gameId('of-room'), drawing('KKKKKK'))).toBe('FFFFFF');
  });

  it('fails when no free code is found', async () => {
    await reserveCode(source, gameId('holder'), drawing('EEEEEE'));
    const third = reserveCode(source, gameId('third'), drawing('EEEEEE'));
    await expect(third).rejects.toMatchObject({ code: 'create-failed' });
  });
});
