import type { RawConnection } from './raw-connection.js';

export const PING = '{"type":"ping","t":1,"version":1}';
export const BUZZ = '{"type":"buzz","questionId":"q1"}';

/** Bytes that are no WebSocket frame: the mistake, its metric, its sender, and the close code. */
export const BAD_BYTES: readonly (readonly [string, string, (line: RawConnection) => void, number])[] = [
  ['a reserved bit', 'protocol-error', (l) => l.send({ first: 0xc1, payload: PING }), 1002],
  ['another reserved bit', 'protocol-error', (l) => l.send({ first: 0xa1, payload: PING }), 1002],
  ['the third reserved bit', 'protocol-error', (l) => l.send({ first: 0x91, payload: PING }), 1002],
  ['an opcode that does not exist', 'protocol-error', (l) => l.send({ first: 0x83, payload: PING }), 1002],
  ['a frame without a mask', 'protocol-error', (l) => l.send({ payload: PING, isMasked: false }), 1002],
  ['a continuation of nothing', 'protocol-error', (l) => l.send({ first: 0x80, payload: PING }), 1002],
  ['a ping in two pieces', 'protocol-error', (l) => l.send({ first: 0x09 }), 1002],
  ['a ping of 126 bytes', 'protocol-error', (l) => l.send({ first: 0x89, payload: 'x'.repeat(126) }), 1002],
  ['a close code that does not exist', 'protocol-error', (l) => l.send({ first: 0x88, payload: '\0\x01' }), 1002],
  ['a close reason that is no UTF-8', 'invalid-utf8', (l) => l.send({ first: 0x88, payload: CLOSE_BAD_TEXT }), 1007],
  ['a frame that says it has 8,193 bytes', 'too-large', (l) => l.send({ saysLength: 8_193 }), 1009],
  ['a frame that says it has 2^40 bytes', 'too-large', (l) => l.send({ saysLength: 2 ** 40 }), 1009],
  ['8,193 bytes in two pieces', 'too-large', inTwoPieces, 1009],
  ['a fragment per byte', 'too-many-parts', inFragments, 1008],
  ['fragments of nothing', 'too-many-parts', inEmptyFragments, 1008],
  ['half a letter at the end of the fragments', 'invalid-utf8', inHalves, 1007],
];

const nested = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

/** Text that is JSON, or nearly, but no client frame; it closes the socket as a bad frame. */
export const BAD_TEXTS: readonly (readonly [string, string])[] = [
  ['one key twice', '{"type":"ping","t":1,"version":1,"version":2}'],
  ['one key twice, once in disguise', '{"type":"ping","t":1,"version":1,"v\\u0065rsion":2}'],
  ['one key twice, deep inside', `{"type":"command","id":"command-1","command":{"type":"buzz","type":"startGame"}}`],
  ['arrays in arrays, 4,000 deep', '['.repeat(4_000) + ']'.repeat(4_000)],
  ['objects in objects, 1,200 deep', `{"type":"ping","t":1,"version":1,"x":${nested(1_200)}}`],
  ['NaN', '{"type":"ping","t":NaN,"version":1}'],
  ['a number beyond all numbers', '{"type":"ping","t":1,"version":1e400}'],
  ['a version that no number can hold', '{"type":"ping","t":1,"version":9007199254740993}'],
  ['a negative version', '{"type":"ping","t":1,"version":-1}'],
  ['__proto__', '{"type":"ping","t":1,"version":1,"__proto__":{"isAdmin":true}}'],
  ['constructor', '{"type":"ping","t":1,"version":1,"constructor":{"prototype":{"isAdmin":true}}}'],
  ['nothing', 'null'],
  ['a type that is no text', '{"type":["ping"],"t":1,"version":1}'],
  ['an empty message', ''],
];

/** Fields that make a hello invalid. */
export const BAD_HELLOS: readonly (readonly [string, object])[] = [
  ['with a role that does not exist', { as: 'admin' }],
  ['with a role in a list', { as: ['player', 'moderator'] }],
  ['with a key more', { isAdmin: true }],
  ['with a token that is no text', { token: { $ne: null } }],
  ['for a game and for operations at once', { topic: 'operations' }],
  ['for a game and for an event at once', { topic: 'show', showId: '00000000-0000-4000-8000-000000000001' }],
  ['with a protocol that is no number', { protocol: '1' }],
  ['that goes on from before the beginning', { since: { logId: 'log-1', version: -1 } }],
];

/** Commands that are refused as bad requests and leave the socket open. */
export const BAD_COMMANDS = (otherGame: string): readonly (readonly [string, string])[] => [
  ['for another game', `{"type":"command","id":"command-1","gameId":"${otherGame}","command":${BUZZ}}`],
  [
    'for another game, inside',
    `{"type":"command","id":"command-1","command":{"gameId":"${otherGame}",${BUZZ.slice(1)}}`,
  ],
  ['as another user', `{"type":"command","id":"command-1","command":{"userId":"bob",${BUZZ.slice(1)}}`],
  ['with __proto__', `{"type":"command","id":"command-1","command":{"__proto__":{"a":1},${BUZZ.slice(1)}}`],
  ['that is a list', '{"type":"command","id":"command-1","command":[]}'],
  ['without one', '{"type":"command","id":"command-1"}'],
];

const CLOSE_BAD_TEXT = Buffer.from([0x03, 0xe8, 0xc3, 0x28]);

function inTwoPieces(bad: RawConnection): void {
  bad.send({ first: 0x01, payload: 'x'.repeat(8_000) });
  bad.send({ first: 0x80, payload: 'x'.repeat(193) });
}

function inFragments(bad: RawConnection): void {
  bad.send({ first: 0x01, payload: '{' });
  for (let i = 0; i < 40; i++) bad.send({ first: 0x00, payload: ' ' });
}

function inHalves(bad: RawConnection): void {
  bad.send({ first: 0x01, payload: Buffer.from([0x22, 0xc3]) });
  bad.send({ first: 0x80, payload: Buffer.from([0x22]) });
}

function inEmptyFragments(bad: RawConnection): void {
  bad.send({ first: 0x01 });
  for (let i = 0; i < 40; i++) bad.send({ first: 0x00 });
}
