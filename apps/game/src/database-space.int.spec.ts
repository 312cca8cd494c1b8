import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { databaseSpace } from './metrics.js';

describeWith('postgres', 'the size of the database', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let source: DataSource;
  beforeAll(async () => {
    database = await freshDatabase();
    source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  });
  afterAll(async () => {
    await source?.destroy();
    await database?.drop();
  });

  it('includes all schemas and is compared with the configured capacity', async () => {
    const before = await databaseSpace(source, 10 ** 9)();
    await source.query('create schema other');
    await source.query(`create table other.large as select repeat('x', 1000) from generate_series(1, 2000)`);
    const after = await databaseSpace(source, 10 ** 9)();
    expect(after?.usedBytes).toBeGreaterThan((before?.usedBytes ?? Infinity) + 1_000_000);
    expect(after?.totalBytes).toBe(10 ** 9);
    expect(await databaseSpace(source, undefined)()).toMatchObject({ totalBytes: null });
  });
});
