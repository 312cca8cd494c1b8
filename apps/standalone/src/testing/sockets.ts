import { randomUUID } from 'node:crypto';
import { CLOSE_CODES, type CloseReason, PROTOCOL_VERSION, RULES } from '@earworm/contracts';
import { RawSocket } from '@earworm/gateway/testing';
import type { FrameName, FrameOutcome } from './expected-frames.js';
import { anyAddress } from './http.js';
import { OUTSIDE, type Outcome, type RoleName } from './roles.js';
import type { RunningProduct } from './running-product.js';
import type { Scene } from './scene.js';

const REASONS = Object.fromEntries(Object.entries(CLOSE_CODES).map(([reason, code]) => [code, reason]));
const reasonOf = (code: number): CloseReason => REASONS[code] as CloseReason;

/** A socket of the product before its hello. */
export const openSocket = ({ socketUrl }: RunningProduct): Promise<RawSocket> =>
  RawSocket.open(socketUrl, { headers: anyAddress() });

/** `ok` once the socket was given a frame of one of these types. */
async function outcome(socket: RawSocket, ...types: readonly string[]): Promise<FrameOutcome> {
  await socket.until(() => socket.closedWith !== null || socket.received.some(({ type }) => types.includes(type)));
  return socket.closedWith === null ? 'ok' : reasonOf(socket.closedWith);
}

interface Wish {
  readonly as?: string;
  readonly topic?: string;
  readonly showId?: string;
  readonly stageKey?: string;
}

/** Says hello; without a token the frame has no such field. */
export async function greet(
  socket: RawSocket,
  gameId: string,
  token: string | undefined,
  wish: Wish,
): Promise<FrameOutcome> {
  const target = wish.topic === undefined ? { rules: RULES, gameId } : {};
  socket.send({ type: 'hello', protocol: PROTOCOL_VERSION, ...target, ...wish, token });
  return outcome(socket, 'snapshot', 'operations', 'show');
}

/** What becomes of a socket on which a user of this role sends this frame. */
export async function sendFrame(
  product: RunningProduct,
  { gameId, gameCode, stageKey, showId, tokens }: Scene,
  frame: FrameName,
  role: RoleName,
): Promise<FrameOutcome> {
  const socket = await openSocket(product);
  const own = tokens[role];
  const hello = (wish: Wish, token = own) => greet(socket, gameId, token, wish);
  /** Roles without a valid token cannot enter; they send the frame without a hello. */
  const enter = async () => {
    if (!OUTSIDE.some((each) => each === role)) await hello({ as: 'player' });
  };
  try {
    switch (frame) {
      case 'hello as player':
        return await hello({ as: 'player' });
      case 'hello as moderator':
        return await hello({ as: 'moderator' });
      case 'hello as stage':
        return await hello({ as: 'stage' });
      case 'hello as stage with its key':
        return await hello({ as: 'stage', stageKey });
      case 'hello as observer':
        return await hello({ as: 'observer' });
      case 'hello to operations':
        return await hello({ topic: 'operations' });
      case 'hello to an event':
        return await hello({ topic: 'show', showId });
      case 'arrive':
        return await arrive(socket, gameCode);
      case 'enter':
        await arrive(socket, gameCode);
        // Without a name it takes no seat, which others of the scene would notice.
        socket.send({ type: 'enter', id: randomUUID(), token: own, command: { type: 'joinGame', name: '' } });
        return await outcome(socket, 'entered', 'answer').then((found) => refusalIn(socket) ?? found);
      case 'auth':
        await hello({ as: 'player' }, tokens.guest);
        socket.send({ type: 'auth', token: own });
        // Answered once the token was looked at.
        giveCommand(socket, { type: 'leaveGame' });
        return await outcome(socket, 'answer');
      case 'command':
        await enter();
        giveCommand(socket, { type: 'leaveGame' });
        return await outcome(socket, 'answer');
      case 'ping':
        await enter();
        socket.send({ type: 'ping', t: 1, version: 0 });
        return await outcome(socket, 'pong');
      case 'echo':
        await enter();
        socket.send({ type: 'echo', nonce: 1, at: 1 });
        // It has no answer.
        socket.send({ type: 'ping', t: 1, version: 0 });
        return await outcome(socket, 'pong');
    }
  } finally {
    socket.close();
  }
}

function arrive(socket: RawSocket, code: string): Promise<FrameOutcome> {
  socket.send({ type: 'arrive', protocol: PROTOCOL_VERSION, rules: RULES, code });
  return outcome(socket, 'game');
}

function refusalIn(socket: RawSocket): FrameOutcome | undefined {
  const [answer] = socket.of('answer');
  return answer === undefined || answer.ok ? undefined : (answer.code as FrameOutcome);
}

function giveCommand(socket: RawSocket, command: object): string {
  const id = randomUUID();
  socket.send({ type: 'command', id, command });
  return id;
}

/** What a command is answered on a socket that has entered a game. */
export async function answerTo(socket: RawSocket, command: object): Promise<Outcome> {
  const id = giveCommand(socket, command);
  const answer = () => socket.of('answer').find((each) => each.id === id);
  await socket.until(() => answer() !== undefined);
  const given = answer();
  return given === undefined || given.ok ? 'ok' : (given.code as Outcome);
}
