import { chmod, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@earworm/postgres-server';

/** A real Postgres for one spec, which may stop it and start it again on its port and data. */
export async function ownPostgres() {
  const dir = await mkdtemp(join(tmpdir(), 'earworm-own-'));
  // As root, Postgres runs as another user, who needs access.
  await chmod(dir, 0o755);
  let running: EmbeddedPostgres | undefined = await startEmbeddedPostgres({ dir });
  const { url, port } = running;
  const stop = async (withinMs?: number) => {
    const server = running;
    running = undefined;
    await server?.stop(withinMs);
  };
  return {
    url,
    /** Disconnects clients; with 0 it ends at once, as in a crash. */
    stop,
    start: async () => void (running = await startEmbeddedPostgres({ dir, port })),
    /** While it is stopped: moves the write-ahead log to another place. */
    moveWal: async (place: string) => {
      const wal = join(dir, 'postgres', 'pg_wal');
      await cp(wal, place, { recursive: true });
      await rm(wal, { recursive: true });
      await symlink(place, wal);
    },
    remove: async () => {
      await stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
