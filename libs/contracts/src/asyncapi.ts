import { z } from 'zod';
import {
  AnswerFrame,
  AuthFrame,
  AuthWanted,
  Bye,
  CommandFrame,
  DelayedFrame,
  EventsFrame,
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
  hello: { schema: Hello, summary: 'The first frame: who, which game, as what, and what is already there' },
  operationsHello: { schema: OperationsHello, summary: 'Instead of it: how the whole house is; admins only' },
  auth: { schema: AuthFrame, summary: 'A new token for the same user' },
  command: { schema: CommandFrame, summary: 'Answered exactly once; the same id may be sent again' },
  ping: { schema: Ping, summary: `Every ${FRAME_LIMITS.pingEveryMs / 1000} s` },
};

const FROM_SERVER: Messages = {
  snapshot: { schema: SnapshotFrame, summary: 'The whole view of the role; replaces whatever was there' },
  events: { schema: EventsFrame, summary: 'What happened next, in order' },
  answer: { schema: AnswerFrame, summary: 'What became of a command' },
  delayed: { schema: DelayedFrame, summary: 'A join waits for its turn, at this place; its answer follows' },
  pong: { schema: Pong, summary: 'Server time, and where the owner says the game stands' },
  presence: { schema: PresenceFrame, summary: 'Who is connected' },
  authWanted: { schema: AuthWanted, summary: 'The token runs out; a new one is wanted' },
  operations: { schema: OperationsFrame, summary: 'Once a second: services, figures, games that changed' },
  bye: { schema: Bye, summary: 'Sent before the server closes: why, and when to come back' },
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
