import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A TCP line to the database that breaks when an append with a certain text passes: before the server has it, or after
 * the server has answered. `freeze` stops everything without closing anything, as a vanished network does.
 */
export async function cuttableLine(url: string) {
  const target = new URL(url);
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let trap: { text: string; when: 'before' | 'after' } | undefined;
  let frozen = false;
  const server = createServer((near) => {
    if (frozen) return void near.pause();
    const far = connect(Number(target.port), target.hostname);
    const pair = { near, far };
    pairs.add(pair);
    let swallow = false;
    const cut = () => {
      near.destroy();
      far.destroy();
      pairs.delete(pair);
    };
    near.on('data', (data) => {
      if (trap && data.includes(trap.text)) {
        const { when } = trap;
        trap = undefined;
        if (when === 'before') return cut();
        swallow = true;
      }
      far.write(data);
    });
    far.on('data', (data) => (swallow ? cut() : near.write(data)));
    for (const socket of [near, far]) {
      socket.on('error', cut);
      socket.on('close', cut);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line = new URL(url);
  line.hostname = '127.0.0.1';
  line.port = String((server.address() as AddressInfo).port);
  return {
    url: line.href,
    cutAt: (text: string, when: 'before' | 'after') => void (trap = { text, when }),
    freeze: () => {
      frozen = true;
      for (const { near, far } of pairs) {
        near.pause();
        far.pause();
      }
    },
    thaw: () => {
      frozen = false;
      for (const { near, far } of pairs) {
        near.resume();
        far.resume();
      }
    },
    close: () => {
      for (const { near, far } of [...pairs]) {
        near.destroy();
        far.destroy();
      }
      server.close();
    },
  };
}
