import { createServer } from 'node:net';
import { describeRefusal } from '@earworm/service-kit/database-failure';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.message : '';

export interface StartOptions {
  readonly port: number;
  readonly dataDir: string;
  /** Undefined: all addresses. */
  readonly host: string | undefined;
}

/** The message for an error at the start that a user can solve; else null. */
export function startupMessage(error: unknown, { port, dataDir, host }: StartOptions): string | null {
  const code = codeOf(error);
  if (/EADDRINUSE/.test(code))
    return `Port ${port} is already in use: stop what uses it, or choose another with PORT=…`;
  if (/EACCES/.test(code) && port > 0 && port < 1024)
    return `Port ${port} needs more rights than this user has: choose one above 1023 with PORT=…`;
  if (/EADDRNOTAVAIL/.test(code) && host)
    return `This machine has no address ${host}: choose one that it has with HOST=…, or leave HOST out.`;
  if (/ENOSPC|53100/.test(code)) return `The disk that holds ${dataDir} is full: make room and start again.`;
  if (/EACCES|EPERM|EROFS/.test(code))
    return `Earworm may not write to ${dataDir}: give this user the folder, or choose another with DATA_DIR=…`;
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(code))
    return 'The database of DATABASE_URL cannot be reached: check the address and the port.';
  const refusal = describeRefusal(error);
  if (refusal !== undefined) return `The database of DATABASE_URL cannot be used: ${refusal}.`;
  return null;
}

/** Rejects with EADDRINUSE when the port is taken, before seconds are spent on a start. */
export async function checkPort(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, () => probe.close(() => resolve()));
  });
}
