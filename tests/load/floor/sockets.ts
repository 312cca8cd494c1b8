import type { Server } from 'node:http';
import type { ClientFrame } from '@earworm/contracts';
import { UserId, viewOf } from '@earworm/rules';
import { type WebSocket, WebSocketServer } from 'ws';
import type { BareGame, BareGames } from './bare-games.js';
import { userOf } from './http.js';

/** A hello is answered with the game; a command is decided, logged, sent to all and then answered. */
export function takeSockets(server: Server, games: BareGames): void {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    let game: BareGame | undefined;
    let userId = '';
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as ClientFrame;
      if (frame.type === 'hello' && 'gameId' in frame) {
        userId = userOf(frame.token);
        game = games.of(frame.gameId);
        greet(socket, game, userId, frame.as);
      } else if (frame.type === 'command') {
        const { id, command } = frame;
        game?.give(userId, id, command, (version) => say(socket, { type: 'answer', id, ok: true, version }));
      } else if (frame.type === 'ping') say(socket, { type: 'pong', t: frame.t, now: Date.now(), head: null });
    });
  });
}

const say = (socket: WebSocket, frame: unknown): void => socket.send(JSON.stringify(frame));

function greet(socket: WebSocket, game: BareGame, userId: string, role: string): void {
  if (game.current.status === 'none') throw new Error('nobody is told a game before it is there');
  const kind = role === 'moderator' ? 'full' : 'player';
  const { version } = game.current;
  const [now, state] = [Date.now(), viewOf(game.current, kind)];
  say(socket, {
    type: 'snapshot',
    logId: 'floor',
    version,
    role,
    now,
    state,
    seat: null,
    userId: UserId.parse(userId),
  });
  const onlooker = { kind, show: (text: string) => socket.send(text) } as const;
  game.onlookers.add(onlooker);
  socket.on('close', () => game.onlookers.delete(onlooker));
}
