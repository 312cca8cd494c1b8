/** The message is for users. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** An error of the file system in a sentence; any other as it is. */
export function explainFileError(error: unknown, { reads, writes }: { reads: string; writes: string }): unknown {
  const { code, path = '' } = error as NodeJS.ErrnoException;
  const isRead = path.startsWith(reads);
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
