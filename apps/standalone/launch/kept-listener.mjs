const MESSAGE = 'listener';

/**
 * The socket that the server listens on, held open without accepting from it: while a crashed server is started again,
 * connections wait in the socket's backlog instead of being refused. A server gets it, or null, as its first message,
 * and sends it once it listens.
 */
export function keepListener() {
  let kept = null;
  let isEnded = false;
  const close = () => {
    kept?.close();
    kept = null;
  };
  return {
    share(child) {
      child.send(MESSAGE, kept ?? undefined, () => undefined);
      child.on('message', (message, sent) => {
        if (message !== MESSAGE || !sent) return;
        // A server that was given the socket sends another copy of it, which alone would keep the port in use.
        if (kept !== null || isEnded) sent.close();
        else kept = sent;
      });
    },
    /** Connections are refused until the next server listens. */
    close,
    end() {
      isEnded = true;
      close();
    },
  };
}
