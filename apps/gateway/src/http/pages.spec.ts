import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { request, requestJson } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { serveServices } from '../testing/scripted-services.js';

let gateway: RunningGateway;
let folder: string;
const built = `console.log(${'2+'.repeat(2_000)}1)`;
/** Not as the gateway would compress it. */
const packedByBuild = gzipSync(built, { level: 1 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earworm-web-'));
  const webRoot = join(folder, 'web');
  await mkdir(join(webRoot, 'assets'), { recursive: true });
  await writeFile(join(webRoot, 'index.html'), '<title>Earworm</title>');
  await writeFile(join(webRoot, 'assets', 'main-abc.js'), `console.log(${'1+'.repeat(2_000)}1)`);
  for (const file of ['main-abc.css', 'font-abc.woff2']) await writeFile(join(webRoot, 'assets', file), 'a');
  await writeFile(join(webRoot, 'assets', 'built-abc.js'), built);
  await writeFile(join(webRoot, 'assets', 'built-abc.js.br'), brotliCompressSync(built));
  await writeFile(join(webRoot, 'assets', 'built-abc.js.gz'), packedByBuild);
  // As when a copy has restored the compressed forms first.
  for (const ending of ['.br', '.gz']) await utimes(join(webRoot, 'assets', `built-abc.js${ending}`), 1, 1);
  await writeFile(join(webRoot, 'assets', 'other-abc.js'), built);
  await writeFile(join(webRoot, 'assets', 'other-abc.js.br'), brotliCompressSync(built.replace('2', '3')));
  await writeFile(join(webRoot, 'assets', 'other-abc.js.gz'), gzipSync(`${built}// longer`));
  await writeFile(join(folder, 'secret.txt'), 'secret');
  const realms = (request: { url?: string }, response: { end(text: string): void }) =>
    response.end(`realm ${request.url}`);
  gateway = await runGateway({}, { webRoot, realms });
  serveServices(gateway.bus);
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

/** As a browser asks and the bytes as received; fetch would decompress them, and asks for a fresh copy. */
const packed = (path: string, own: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    get(gateway.httpUrl + path, { headers: { 'accept-encoding': 'gzip', ...own } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(parts) }),
      );
    }).on('error', reject);
  });

it('a connection is kept open for longer than proxies keep theirs', async () => {
  const { headers } = await packed('/');
  expect(headers['keep-alive']).toBe('timeout=65');
});

describe('a built-in clip', () => {
  it('allows caching for ever, and comes in whole or in ranges as Safari requires', async () => {
    const whole = await request(gateway, '/api/clips/tune');
    expect([whole.status, whole.bytes.toString()]).toEqual([200, '0123456789']);
    expect(whole.headers.get('content-type')).toBe('audio/mpeg');
    expect(whole.headers.get('cache-control')).toContain('immutable');
    const part = await request(gateway, '/api/clips/tune', { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.bytes.toString(), part.headers.get('content-range')]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    const last = await request(gateway, '/api/clips/tune', { headers: { range: 'bytes=-3' } });
    expect([last.status, last.bytes.toString()]).toEqual([206, '789']);
    expect((await request(gateway, '/api/clips/tune', { headers: { range: 'bytes=20-' } })).status).toBe(416);
  });

  it.each(['unknown', '..%2Ftune', 'x'.repeat(70)])('named %s is not found', async (id) => {
    expect(await requestJson(gateway, `/api/clips/${id}`)).toMatchObject([404, { code: 'not-found' }]);
  });
});

describe('the pages', () => {
  it('share one document at every path, revalidated each time', async () => {
    for (const path of ['/', '/game/abc', '/setup/x']) {
      const { status, headers, bytes } = await request(gateway, path);
      expect([status, bytes.toString(), headers.get('cache-control')]).toEqual([
        200,
        '<title>Earworm</title>',
        'no-cache',
      ]);
    }
  });

  it('load scripts that are compressed and cached for ever', async () => {
    const response = await packed('/assets/main-abc.js');
    expect(response.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': expect.stringContaining('immutable'),
    });
    expect(response.bytes.length).toBeLessThan(500);
    expect(gunzipSync(response.bytes).toString()).toMatch(/^console\.log/);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', undefined],
  ])('load scripts that the build has compressed, for browsers that accept %s', async (accepted, encoding) => {
    const { headers, bytes } = await packed('/assets/built-abc.js', { 'accept-encoding': accepted });
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, expect.stringMatching(/accept-encoding/i)]);
    const text = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
    expect(text.toString()).toBe(built);
    if (encoding === 'gzip') expect(bytes).toEqual(packedByBuild);
  });

  it('load a script whose compressed forms have another content as it is', async () => {
    const { headers, bytes } = await packed('/assets/other-abc.js', { 'accept-encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(bytes).toString()).toBe(built);
  });

  it('come with no body again when they have not changed', async () => {
    for (const path of ['/', '/assets/main-abc.js']) {
      const { headers } = await packed(path);
      const again = await packed(path, { 'if-none-match': headers.etag ?? '' });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    }
  });

  it('load scripts that are also served in part, uncompressed', async () => {
    const { status, headers, bytes } = await packed('/assets/main-abc.js', { range: 'bytes=0-10' });
    expect([status, bytes.toString(), headers['content-encoding']]).toEqual([206, 'console.log', undefined]);
  });

  it.each(['/assets/gone.js', '/..%2Fsecret.txt', '/%2e%2e/secret.txt', '/assets/..%2F..%2Fsecret.txt'])(
    'reveal nothing at %s',
    async (path) => {
      const { status, bytes } = await request(gateway, path);
      expect(bytes.toString()).not.toBe('secret');
      expect([400, 404]).toContain(status);
    },
  );

  it('allow YouTube’s script, its player without cookies and their own sockets, and force no https on a local network', async () => {
    const { headers } = await request(gateway, '/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-src https://www.youtube-nocookie.com;');
    expect(policy).toMatch(/img-src 'self' data: blob:;/);
    expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${gateway.port}`);
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('send their policy with documents and scripts, also of workers, but not with styles and fonts', async () => {
    const hasPolicy = async (path: string) => (await request(gateway, path)).headers.has('content-security-policy');
    const paths = [
      '/',
      '/history',
      '/assets/main-abc.js',
      '/assets/gone.css',
      '/assets/main-abc.css',
      '/assets/font-abc.woff2',
    ];
    expect(await Promise.all(paths.map(hasPolicy))).toEqual([true, true, true, true, false, false]);
  });

  const directives = async (at: RunningGateway) => {
    const { headers } = await request(at, '/', { headers: { accept: 'text/html' } });
    const policy = headers.get('content-security-policy') ?? '';
    return new Map(policy.split(';').map((each) => [each.split(' ')[0], each] as const));
  };

  it('allow trading a code at the identity provider of their own origin', async () => {
    gateway.provider.endpoints = { authorization: '/realms/earworm/auth', token: '/realms/earworm/token' };
    expect((await directives(gateway)).get('connect-src')).toBe(
      `connect-src 'self' ws://127.0.0.1:${gateway.port} wss://127.0.0.1:${gateway.port}`,
    );
  });

  it('allow connecting to an external identity provider, and nothing else with it, from the first page on', async () => {
    const own = await directives(gateway);
    const other = await runGateway({}, { webRoot: join(folder, 'web') });
    try {
      const id = 'https://id.example:8443';
      other.provider.endpoints = { authorization: `${id}/realms/quiz/auth`, token: `${id}/realms/quiz/token` };
      const policy = await directives(other);
      expect(policy.get('connect-src')).toBe(
        `connect-src 'self' ws://127.0.0.1:${other.port} wss://127.0.0.1:${other.port} ${id}`,
      );
      policy.delete('connect-src');
      own.delete('connect-src');
      expect([...policy]).toEqual([...own]);
    } finally {
      await other.close();
    }
  });
});

describe('routes outside the API', () => {
  it('report liveness', async () => {
    expect((await requestJson(gateway, '/health/live'))[1]).toEqual({ live: true });
    for (const path of ['/health/ready', '/metrics']) expect((await request(gateway, path)).status).toBe(404);
  });

  it('also report readiness and metrics where configured', async () => {
    const open = await runGateway({ PUBLIC_PROBES: 'true' });
    expect((await request(open, '/health/live')).status).toBe(200);
    expect((await request(open, '/health/ready')).status).toBe(200);
    expect((await request(open, '/metrics')).bytes.toString()).toContain('gateway_sockets');
    await open.close();
  });

  it('pass requests under the realm on unchanged', async () => {
    expect((await request(gateway, '/realms/earworm/x?y=1')).bytes.toString()).toBe('realm /realms/earworm/x?y=1');
  });
});
