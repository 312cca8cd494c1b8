/** The message is for users. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [
    /No space left on device/i,
    'The disk is full: the database in {place} cannot be written. Free some space and start again.',
  ],
  [
    /could not (bind|create any TCP\/IP sockets)|Address already in use/i,
    'Port {port}, which the database in {place} wants, is already in use by another program.',
  ],
  [/lock file "postmaster\.pid" already exists/i, 'Another program is already using the database in {place}.'],
  [
    /database files are incompatible with server/i,
    'The database in {place} was made by another version of Postgres and cannot be opened by this one.',
  ],
  [
    /could not locate a valid checkpoint|invalid (primary )?checkpoint|could not find redo location/i,
    'The database in {place} is damaged and cannot be opened. Restore it from a backup, or move it away to start afresh.',
  ],
  [
    /Cannot allocate memory|could not (map|create) .*shared memory/i,
    'There is not enough memory to start the database.',
  ],
  [
    /Permission denied/i,
    'The database in {place} cannot be read or written: its files or folders belong to another user.',
  ],
  [/Read-only file system/i, 'The database in {place} cannot be written: that file system is read-only.'],
];

export function messageFor(stderr: string, where: { place: string; port?: number }): string {
  const found = MESSAGES.find(([pattern]) => pattern.test(stderr))?.[1];
  const last = stderr
    .split('\n')
    .filter((line) => /FATAL|PANIC|error:/i.test(line))
    .at(-1)
    ?.replace(/^.*?(FATAL|PANIC|error):\s*/i, '');
  const message = found ?? `The database in {place} could not run${last ? `: ${last}` : ''}.`;
  return message.replace('{place}', where.place).replace('{port}', String(where.port ?? ''));
}
