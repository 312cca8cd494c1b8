import { ObjectStoreUnavailableError } from '@earworm/service-kit/objects';
import { describeDatabaseError, describeRefusal, isDatabaseDown } from '@earworm/service-kit/postgres';

/** Of Postgres. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** The message is for users. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

interface Folders {
  readonly reads?: string | undefined;
  /** Default: where the error is. */
  readonly writes?: string | undefined;
}

/** An error of the file system in a sentence; any other as it is. */
export function explainFileError(error: unknown, { reads, writes: written }: Folders): unknown {
  const { code, path = '' } = error as NodeJS.ErrnoException;
  const isRead = reads !== undefined && path.startsWith(reads);
  const writes = written ?? path;
  const place = isRead ? path : writes;
  const options = { cause: error };
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new BackupError(`The disk that holds ${writes} is full: make room and try again.`, options);
    case 'EROFS':
      return new BackupError(`${writes} cannot be written: that file system is read-only.`, options);
    case 'EACCES':
    case 'EPERM':
      return new BackupError(
        `This user may not ${isRead ? 'read' : 'write to'} ${place}: use the user that Earworm runs as, or root.`,
        options,
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new BackupError(`${writes} is a file or below one: choose another folder.`, options);
    case 'EIO':
      return new BackupError(`The disk that holds ${place} reports an error (EIO).`, options);
    default:
      return error;
  }
}

/** An error of a server, of a stop, or of the file system in a sentence; any other as it is. */
export function explainServerError(
  error: unknown,
  done: 'read' | 'restored',
  { signal, ...folders }: Folders & { readonly signal: AbortSignal | undefined },
): unknown {
  const options = { cause: error };
  if (error instanceof BackupError) return error;
  if (signal?.aborted === true) return signal.reason;
  if (error instanceof ObjectStoreUnavailableError)
    return new BackupError(`The object store does not answer: ${error.message}.`, options);
  if (isDatabaseDown(error) || describeRefusal(error) !== undefined)
    return new BackupError(`The database cannot be ${done}: ${describeDatabaseError(error)}.`, options);
  if ((error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE)
    return new BackupError(
      `The user of the database's URL may not do this (${(error as Error).message}): use a superuser.`,
      options,
    );
  return explainFileError(error, folders);
}
