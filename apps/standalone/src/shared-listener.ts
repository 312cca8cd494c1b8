import { once } from 'node:events';
import type { Server } from 'node:net';

/** The handle below `net.Server`: Node passes it between processes, and only `listen` makes it accept. */
export interface Listener {
  readonly fd: number;
}

/** As many connections as may wait for a restarted server; the system may allow fewer. */
export const BACKLOG = 4_096;

const MESSAGE = 'listener';

/** Set by a launcher that sends its listener, or none, as the first message. */
const isShared = (): boolean => process.connected && process.env['SHARED_LISTENER'] !== undefined;

/** What the server listened on before it crashed; undefined at the first start. */
export async function inheritedListener(): Promise<Listener | undefined> {
  if (!isShared()) return undefined;
  const [, handle] = (await once(process, 'message')) as [string, Listener | undefined];
  return handle;
}

/** Lets the launcher keep the socket open over a crash of this process. */
export function shareListener(server: Server): void {
  const { _handle: handle } = server as Server & { readonly _handle: Server | null };
  if (isShared() && handle !== null) process.send?.(MESSAGE, handle, undefined, () => undefined);
}
