import type { ReadDiskSpace } from '@earworm/service-kit/vitals';
import type { DataSource } from 'typeorm';

/** The whole database's size, with the schemas of all services, and how large it may become. */
export const databaseSpace =
  (database: DataSource, capacityBytes: number | undefined): ReadDiskSpace =>
  async () => {
    const [row] = await database.query<{ bytes: string }[]>('select pg_database_size(current_database()) as bytes');
    return { usedBytes: Number(row?.bytes ?? 0), totalBytes: capacityBytes ?? null };
  };
