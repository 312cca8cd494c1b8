import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The program's path; null when it is not on the PATH. */
export async function findExecutable(program: string, env: NodeJS.ProcessEnv = process.env): Promise<string | null> {
  const file = process.platform === 'win32' ? `${program}.exe` : program;
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, file);
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return null;
}
