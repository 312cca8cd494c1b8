import { createServer } from 'node:net';

/** Rejects with EADDRINUSE when the port is taken on any interface. Looks early, before seconds of starting are spent. */
export async function checkPort(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, () => probe.close(() => resolve()));
  });
}
