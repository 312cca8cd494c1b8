import type { ErrorLog } from '@earworm/contracts';
import type { DataSource } from 'typeorm';

const SHOWN = 20;

/** The newest logs of one group. */
export async function logsOf(database: DataSource, fingerprint: string): Promise<ErrorLog[]> {
  const rows = await database.query<(Omit<ErrorLog, 'timestamp'> & { timestamp: Date })[]>(
    `select id::text, message, name, stack, source, additional_info as "additionalInfo", timestamp,
        user_id as "userId", user_agent as "userAgent", url, referrer, viewport_width as "viewportWidth",
        viewport_height as "viewportHeight"
      from error_log where fingerprint = $1 order by timestamp desc, id desc limit ${SHOWN}`,
    [fingerprint],
  );
  return rows.map((row) => ({ ...row, timestamp: row.timestamp.getTime() }));
}
