import { afterEach, beforeEach } from '@jest/globals';
import { GameServer, TestSocket } from './game-server.js';

const browsers = globalThis.WebSocket;
/** The game behind every socket of this test; there is none until a spec creates it. */
export let server: GameServer;

beforeEach(() => {
  server = new GameServer();
  globalThis.WebSocket = class extends TestSocket {
    constructor() {
      super(server, (act) => void Promise.resolve().then(act));
    }
  } as unknown as typeof WebSocket;
});
afterEach(() => void (globalThis.WebSocket = browsers));
