import { eventually } from '@earworm/service-kit/testing/eventually';
import { withClient } from '@earworm/service-kit/postgres';

/** Shards by the database session that holds their locks. */
const HELD = `select count(*)::integer as shards from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2 and objid < 64 group by pid order by shards desc`;

/** How many shards each replica holds, most first, read by a superuser's URL. */
export async function shardShares(databaseUrl: string): Promise<number[]> {
  const { rows } = await withClient(databaseUrl, (client) => client.query<{ shards: number }>(HELD));
  return rows.map(({ shards }) => shards);
}

/** Resolves once the replicas hold these shares, most first; rejects after half a minute. */
export const untilShared = (databaseUrl: string, ...wanted: readonly number[]): Promise<void> =>
  eventually(async () => {
    const found = await shardShares(databaseUrl);
    if (found.join() !== wanted.join()) throw new Error(`shares ${found.join(', ')}, not ${wanted.join(', ')}`);
  });
