import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { UserId, type Command, viewOf } from '@earworm/rules';
import type { ClientFrame, EnterFrame } from '@earworm/contracts';
import { type WebSocket, WebSocketServer } from 'ws';
import type { BareGame, BareGames } from './bare-games.js';
import type { BareLog } from './bare-log.js';
import { signed, userOf } from './http.js';

/** A hello is answered with the game; a command is decided, logged, sent to all and then answered. */
export function takeSockets(server: Server, games: BareGames, log: BareLog): void {
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
      } else if (frame.type === 'arrive') {
        game = games.withCode(frame.code);
        say(socket, { type: 'game', code: frame.code, ok: true, game: { gameId: game.gameId } });
      } else if (frame.type === 'enter') {
        if (game === undefined) return;
        userId = randomUUID();
        enter(socket, game, log, userId, frame);
      } else if (frame.type === 'command') {
        const { id, command } = frame;
        game?.give(userId, id, command, (version) => say(socket, { type: 'answer', id, ok: true, version }));
      } else if (frame.type === 'ping') say(socket, { type: 'pong', t: frame.t, now: Date.now(), head: null });
    });
  });
}

/** One guest, one signature, one event, and the game. */
function enter(socket: WebSocket, game: BareGame, log: BareLog, userId: string, { id, command }: EnterFrame): void {
  const accessToken = signed(userId);
  log.guest(userId, () =>
    game.give(userId, id, command as Command, () => {
      const tokens = { access_token: accessToken };
      say(socket, { type: 'entered', id, gameId: game.gameId, userId, tokens, refusal: null });
      greet(socket, game, userId, 'player');
    }),
  );
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
