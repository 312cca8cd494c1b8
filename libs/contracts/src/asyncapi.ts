import { z } from 'zod';
import {
  AnswerFrame,
  Arrive,
  AuthFrame,
  AuthWanted,
  Bye,
  CommandFrame,
  DelayedFrame,
  Echo,
  Enter,
  EnteredFrame,
  EventsFrame,
  GameFrame,
  Hello,
  OperationsHello,
  Ping,
  Pong,
  PresenceFrame,
  SnapshotFrame,
} from './frames.js';
import { OperationsFrame } from './operations.js';
import { SOCKET_PATH } from './paths.js';
import { CLOSE_CODES, FRAME_LIMITS, PROTOCOL_VERSION } from './protocol.js';

type Json = Record<string, unknown>;
type Messages = Readonly<Record<string, { readonly schema: z.ZodType; readonly summary: string }>>;

const FROM_CLIENT: Messages = {
  hello: { schema: Hello, summary: 'The first frame: token, game, role, and the version that the client already has' },
  operationsHello: {
    schema: OperationsHello,
    summary: 'Instead of a game’s hello, watches the state of all services; admins only',
  },
  arrive: { schema: Arrive, summary: 'Without a token: finds the game of a code before joining' },
  enter: { schema: Enter, summary: 'Takes a seat in the game that was found, as a new guest if there is no token' },
  auth: { schema: AuthFrame, summary: 'A new token for the same user, before the old one expires' },
  command: {
    schema: CommandFrame,
    summary: 'A change to the game. Answered once; resend it with the same id when no answer arrives',
  },
  ping: { schema: Ping, summary: `Every ${FRAME_LIMITS.pingEveryMs / 1000} s` },
  echo: { schema: Echo, summary: 'Answers a pong with a nonce at once, with the time of the own clock' },
};

const FROM_SERVER: Messages = {
  game: { schema: GameFrame, summary: 'The game of an arrive, or why there is none' },
  entered: { schema: EnteredFrame, summary: 'The user is in the game: tokens of a new guest; a snapshot follows' },
  snapshot: { schema: SnapshotFrame, summary: 'The full state that the role may see; replaces what the client has' },
  events: { schema: EventsFrame, summary: 'The next events of the game, in order' },
  answer: { schema: AnswerFrame, summary: 'The result of a command' },
  delayed: { schema: DelayedFrame, summary: 'A join waits in a queue, at this place; its answer follows' },
  pong: { schema: Pong, summary: 'Server time and the latest version of the game' },
  presence: { schema: PresenceFrame, summary: 'Who is connected to the game' },
  authWanted: { schema: AuthWanted, summary: 'The token is about to expire; send a new one' },
  operations: {
    schema: OperationsFrame,
    summary: 'Once a second: state of the services, figures, and games that changed',
  },
  bye: { schema: Bye, summary: 'Sent before the server closes the socket: the reason, and when to reconnect' },
};

const payload = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const messages = (of: Messages, io: 'input' | 'output'): Json =>
  Object.fromEntries(
    Object.entries(of).map(([name, { schema, summary }]) => [name, { name, summary, payload: payload(schema, io) }]),
  );

const references = (of: Messages) => Object.keys(of).map((name) => ({ $ref: `#/channels/play/messages/${name}` }));

export function asyncApi(): Json {
  const codes = Object.entries(CLOSE_CODES).map(([reason, code]) => `${code} ${reason}`);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Earworm',
      version: String(PROTOCOL_VERSION),
      description:
        `One text frame of JSON each way; at most ${FRAME_LIMITS.maxBytes} bytes from the client. ` +
        `A hello is wanted within ${FRAME_LIMITS.helloWithinMs / 1000} s, a ping every ${FRAME_LIMITS.pingEveryMs / 1000} s. ` +
        `Close codes: ${codes.join(', ')}.`,
    },
    channels: {
      play: {
        address: SOCKET_PATH,
        messages: { ...messages(FROM_CLIENT, 'input'), ...messages(FROM_SERVER, 'output') },
      },
    },
    operations: {
      fromClient: { action: 'receive', channel: { $ref: '#/channels/play' }, messages: references(FROM_CLIENT) },
      fromServer: { action: 'send', channel: { $ref: '#/channels/play' }, messages: references(FROM_SERVER) },
    },
  };
}
