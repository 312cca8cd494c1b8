import { jest } from '@jest/globals';
import type { ServerFrame } from '@earworm/contracts';
import { createGameClient } from '../game-client.js';
import type { GameClient } from '../types.js';
import { GAME_ID, gameInPlay, PLAYER } from './game-in-play.js';
import { ScriptedSocket } from './scripted-socket.js';

export const LOG = 'log-1';

export const snapshot = (version: number, logId = LOG): Extract<ServerFrame, { type: 'snapshot' }> => ({
  type: 'snapshot',
  logId,
  version,
  role: 'player',
  now: 1_000_000,
  state: gameInPlay,
  seat: null,
  userId: PLAYER,
});
export const events = (from: number, count: number, logId = LOG): ServerFrame => ({
  type: 'events',
  logId,
  from,
  list: Array.from({ length: count }, (_, i) => ({ v: from + i })),
});

export const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

/** One client at a time on scripted sockets and fake time, with a random source and a token that a spec controls. */
export class Playing {
  random = 0.5;
  token: (atLeastMs?: number) => Promise<string> = () => Promise.resolve('a.b.c');
  readonly client: GameClient;

  constructor() {
    jest.useFakeTimers();
    ScriptedSocket.all = [];
    this.client = createGameClient({
      url: 'ws://game/ws',
      gameId: GAME_ID,
      as: 'player',
      token: (atLeastMs) => this.token(atLeastMs),
      WebSocket: ScriptedSocket,
      random: () => this.random,
    });
  }

  async online(version = 10): Promise<void> {
    await settle();
    ScriptedSocket.last.accept();
    ScriptedSocket.last.say(snapshot(version));
  }

  /** Lets the back-off pass and opens the socket, on which the server has not answered yet. */
  async comeBack(): Promise<ScriptedSocket> {
    await settle(8_000);
    ScriptedSocket.last.accept();
    return ScriptedSocket.last;
  }

  end(): void {
    this.client.close();
    jest.useRealTimers();
  }
}
