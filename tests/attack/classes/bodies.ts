import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { attempt, type AttackClass } from '../attempt.js';
import { type Answer, type Target, tellsInside } from '../target.js';

/** Where bodies of every size and access are taken. */
const PLACES = ['/api/telemetry/errors', '/api/identity/sign-in', '/api/games', '/api/templates/sample/save'] as const;

const distinct = (keys: number) =>
  `{ ${Array.from({ length: keys }, (_, i) => `"${i.toString(36).padStart(6, '0')}":1`).join()}}`;
const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);

/** Bodies that are refused wherever they are sent, and what they say of themselves. */
const BODIES: readonly (readonly [string, string | Uint8Array<ArrayBuffer>, Readonly<Record<string, string>>?])[] = [
  ['that is cut off', '{"a":'],
  ['that is no JSON', 'a=1&b=2'],
  ['of nothing', ''],
  ['that is null', 'null'],
  ['that is a list', '[]'],
  ['that is a number', '1'],
  ['that is a text', '"x"'],
  ['that names a key twice', '{"a":1,"a":2}'],
  ['that names a key twice in disguise', '{"body":1,"b\\u006fdy":2}'],
  ['with __proto__', '{"__proto__":{"isAdmin":true}}'],
  ['with constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['of lists in lists', '['.repeat(5_000) + ']'.repeat(5_000)],
  ['of objects in objects', '{"a":'.repeat(2_000) + '1' + '}'.repeat(2_000)],
  ['with U+0000', '{"email":"a\\u0000b","password":"x"}'],
  ['with a lone surrogate', '{"email":"\\ud800","password":"x"}'],
  ['with a number beyond all numbers', '{"a":1e400}'],
  ['that is no UTF-8', bytes(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]))],
  ['in UTF-16', bytes(Buffer.from('{"a":1}', 'utf16le')), { 'content-type': 'application/json; charset=utf-16le' }],
  ['in a character set that nobody knows', '{}', { 'content-type': 'application/json; charset=klingon' }],
  ['of another type', '<a/>', { 'content-type': 'application/xml' }],
  ['of many keys', distinct(1_400)],
  ['of 250 KB of keys', distinct(23_000)],
  ['of 250 KB', `{"a":"${'x'.repeat(250_000)}"}`],
  ['of 4 MB', `{"a":"${'x'.repeat(4_000_000)}"}`],
  ['that is packed', bytes(gzipSync('{"a":1}')), { 'content-encoding': 'gzip' }],
  ['that unpacks to 10 MB (gzip)', bytes(gzipSync(Buffer.alloc(10_000_000, 0x20))), { 'content-encoding': 'gzip' }],
  [
    'that unpacks to 10 MB (brotli)',
    bytes(brotliCompressSync(Buffer.alloc(10_000_000, 0x20))),
    { 'content-encoding': 'br' },
  ],
  [
    'that unpacks to 10 MB (deflate)',
    bytes(deflateSync(Buffer.alloc(10_000_000, 0x20))),
    { 'content-encoding': 'deflate' },
  ],
  ['that says it is packed', '{"a":1}', { 'content-encoding': 'gzip' }],
  ['packed in a way that nobody knows', '{"a":1}', { 'content-encoding': 'zip' }],
];

/** Requests that no HTTP library sends. */
const RAW: readonly (readonly [string, (host: string) => string])[] = [
  [
    'two lengths',
    (host) => `POST /api/games HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`,
  ],
  [
    'a length and chunks',
    (host) =>
      `POST /api/games HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'a chunk whose length is none',
    (host) => `POST /api/games HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n`,
  ],
  ['a negative length', (host) => `POST /api/games HTTP/1.1\r\nHost: ${host}\r\nContent-Length: -1\r\n\r\n`],
  ['no host', () => 'GET /api/about HTTP/1.1\r\n\r\n'],
  ['a header with a NUL', (host) => `GET /api/about HTTP/1.1\r\nHost: ${host}\r\nX: a\0b\r\n\r\n`],
  ['100 KB of headers', (host) => `GET /api/about HTTP/1.1\r\nHost: ${host}\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['a method that nobody knows', (host) => `BREW /api/about HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['a version that nobody knows', (host) => `GET /api/about HTTP/9.9\r\nHost: ${host}\r\n\r\n`],
  ['no HTTP at all', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
];

/** Bodies and requests that are wrong in form. */
export function bodies(target: Target): AttackClass {
  return {
    name: 'bodies',
    atOnce: 8,
    async attempts() {
      const guest = await target.tokensOf(8);
      return [
        ...PLACES.flatMap((path) =>
          BODIES.flatMap(([what, body, headers]) =>
            [undefined, guest()].map((as) =>
              attempt(`${path} with a body ${what}${as === undefined ? '' : ', as a guest'}`, async () =>
                asRefused(await target.send(path, { method: 'POST', body, headers, token: as })),
              ),
            ),
          ),
        ),
        ...RAW.map(([what, request]) =>
          attempt(`a request with ${what}`, async () => {
            const received = await target.say(request(new URL(target.url).host));
            const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0);
            return status === 0 || (status >= 400 && status < 500) ? null : received.slice(0, 100);
          }),
        ),
      ];
    },
  };
}

/** A refusal with its code, and nothing of what is inside. */
function asRefused({ status, text, code }: Answer): string | null {
  if (status < 400 || status >= 500) return `${status} ${text.slice(0, 100)}`;
  if (tellsInside(text)) return `tells of the inside: ${text.slice(0, 200)}`;
  return code === undefined ? `${status} without a code: ${text.slice(0, 100)}` : null;
}
