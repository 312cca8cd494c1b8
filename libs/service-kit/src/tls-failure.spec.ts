import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { describe, expect, it } from '@jest/globals';
import { describeTlsError } from './tls-failure.js';

/** Of localhost alone, each its own authority. Good for nothing but these tests. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtuErA1IBUb6G4q2T
GgBId85XR7/w+02nWbmqg62jzrWhRANCAATPJna85OKOlwX+828J+X+bVC1pPhpR
NEQpjiDB9ztawwVEHdBbxPvZ9YitSMPMJwoEbFWM1JtDoz6hcVV0tOeK
-----END PRIVATE KEY-----
`;
const VALID = `-----BEGIN CERTIFICATE-----
MIIBYTCCAQegAwIBAgIBAzAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABM8mdrzk4o6XBf7z
bwn5f5tULWk+GlE0RCmOIMH3O1rDBUQd0FvE+9n1iK1Iw8wnCgRsVYzUm0OjPqFx
VXS054qjSDBGMA8GA1UdEwEB/wQFMAMBAf8wFAYDVR0RBA0wC4IJbG9jYWxob3N0
MB0GA1UdDgQWBBQUjOLR3XHIjI/K4CwGPy3/BKNgpTAKBggqhkjOPQQDAgNIADBF
AiEAuYEkXaPsYz0IwbTVVCngWnKbWVP8DsdRkQzfYRzQpvwCIGFVAFNMPXxdVMDi
f/+VMvUshLKnc/TqpU8PCGvhHKWl
-----END CERTIFICATE-----
`;
const EXPIRED = `-----BEGIN CERTIFICATE-----
MIIBXjCCAQWgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwHhcNMjAwMTAxMDAwMDAwWhcNMjAwMTAyMDAwMDAwWjAUMRIwEAYDVQQDDAls
b2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATPJna85OKOlwX+828J
+X+bVC1pPhpRNEQpjiDB9ztawwVEHdBbxPvZ9YitSMPMJwoEbFWM1JtDoz6hcVV0
tOeKo0gwRjAPBgNVHRMBAf8EBTADAQH/MBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAd
BgNVHQ4EFgQUFIzi0d1xyIyPyuAsBj8t/wSjYKUwCgYIKoZIzj0EAwIDRwAwRAIg
SQQhQlrfmAVZN33Pklg9hrWi8qUzmX89TiNNueTj3IUCIAjEdzooWiVax9oSyvdB
JguvGSnK+mxd/3zaU9FWsNHc
-----END CERTIFICATE-----
`;
const NOT_YET_VALID = `-----BEGIN CERTIFICATE-----
MIIBYzCCAQmgAwIBAgIBAjAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIhgPMjEyNTAxMDEwMDAwMDBaGA8yMTI2MDEwMTAwMDAwMFowFDESMBAGA1UE
AwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEzyZ2vOTijpcF
/vNvCfl/m1QtaT4aUTREKY4gwfc7WsMFRB3QW8T72fWIrUjDzCcKBGxVjNSbQ6M+
oXFVdLTniqNIMEYwDwYDVR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhv
c3QwHQYDVR0OBBYEFBSM4tHdcciMj8rgLAY/Lf8Eo2ClMAoGCCqGSM49BAMCA0gA
MEUCIQCXQAHOoiv8gQdOz0vQz9NHXUVpdx79kgxAn6uTnZLTVgIgSv74vA1UlIt7
ZVdNYwCOOL7WluTbMvPDyRI/8cVZG4A=
-----END CERTIFICATE-----
`;

/** What a client says of a server with the certificate; null when it connects. */
async function problemOf(
  cert: string,
  { authority = cert, host = 'localhost' }: { authority?: string; host?: string } = {},
): Promise<string | null | undefined> {
  const server = createServer({ key: KEY, cert }, (socket) => socket.on('error', () => undefined).end());
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', servername: host, ca: authority });
  try {
    await once(client, 'secureConnect');
    return null;
  } catch (error) {
    // As fetch and the drivers hand it on.
    return describeTlsError(new Error('fetch failed', { cause: error }));
  } finally {
    client.destroy();
    server.close();
  }
}

describe('the sentence for an operator when a server’s certificate is refused', () => {
  it('exists only for a certificate that is not valid or not trusted', async () => {
    expect(await problemOf(VALID)).toBeNull();
  });

  it.each([
    ['has expired', EXPIRED, {}, 'its certificate has expired: renew it'],
    ['is of the future', NOT_YET_VALID, {}, 'its certificate is not valid yet: check the clock of this machine'],
    [
      'is of another host',
      VALID,
      { host: 'db.example.org' },
      expect.stringMatching(/^its certificate is for another host:/),
    ],
    ['is of an unknown authority', VALID, { authority: EXPIRED }, expect.stringMatching(/NODE_EXTRA_CA_CERTS$/)],
  ] as const)('names the remedy for a certificate that %s', async (_, cert, options, sentence) => {
    expect(await problemOf(cert, options)).toEqual(sentence);
  });

  it('names the port and the scheme when the server does not speak TLS', () => {
    const refusal = Object.assign(new Error('wrong version number'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' });
    expect(describeTlsError(refusal)).toMatch(/^it does not speak TLS on this port/);
    expect(describeTlsError(new Error('other'))).toBeUndefined();
  });
});
