import { base64url, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

const json = (value: object): string => base64url.encode(JSON.stringify(value));

/** Tokens that can be forged from a valid ES256 token without its key; none may be accepted. */
export async function forgedTokens(genuine: string, publicKey: JWK): Promise<readonly (readonly [string, string])[]> {
  const [header = '', payload = '', signature = ''] = genuine.split('.');
  const { kid, typ } = decodeProtectedHeader(genuine);
  const claims = decodeJwt(genuine);
  const own = await generateKeyPair('ES256', { extractable: true });
  const ownKey = { ...(await exportJWK(own.publicKey)), alg: 'ES256' };
  const signed = (more: object, secret: Parameters<SignJWT['sign']>[0] = own.privateKey, alg = 'ES256') =>
    new SignJWT(claims).setProtectedHeader({ alg, kid, typ, ...more }).sign(secret);
  const changed = (more: object) => `${header}.${json({ ...claims, ...more })}.${signature}`;
  const unsigned = (alg: string) => `${json({ alg, typ, kid })}.${payload}.`;
  const rsa = await generateKeyPair('RS256');
  return [
    ['with the algorithm none', unsigned('none')],
    ['with the algorithm None', unsigned('None')],
    ['with the algorithm none and the old signature', `${json({ alg: 'none', typ, kid })}.${payload}.${signature}`],
    ['signed with the public key as a secret', await signed({}, Buffer.from(JSON.stringify(publicKey)), 'HS256')],
    ['signed with the public key’s coordinate as a secret', await signed({}, Buffer.from(`${publicKey.x}`), 'HS256')],
    ['signed with an empty secret', `${json({ alg: 'HS256', typ, kid })}.${payload}.${'A'.repeat(43)}`],
    ['signed with another key under the name of ours', await signed({})],
    ['signed with another key that it brings along', await signed({ jwk: ownKey })],
    ['signed with another key at an address', await signed({ jku: 'http://127.0.0.1:1/keys' })],
    ['signed with another key of a certificate', await signed({ x5u: 'http://127.0.0.1:1/chain', x5c: ['MIIB'] })],
    ['signed with a key named as a path', await signed({ kid: '../../../../dev/null' })],
    ['signed with a key named as a query', await signed({ kid: "' or 1=1 --" })],
    ['signed with a key without a name', await signed({ kid: undefined })],
    ['signed with another algorithm', await signed({}, rsa.privateKey, 'RS256')],
    [
      'with something critical that nobody knows',
      `${json({ alg: 'ES256', kid, typ, crit: ['x'], x: 1 })}.${payload}.${signature}`,
    ],
    ['of another subject', changed({ sub: 'somebody-else' })],
    ['with more roles', changed({ realm_access: { roles: ['admin', 'registered'] } })],
    ['that lives longer', changed({ exp: 9_999_999_999 })],
    ['with a signature of zeros', `${header}.${payload}.${'A'.repeat(86)}`],
    ['with half a signature', `${header}.${payload}.${signature.slice(0, 43)}`],
    ['without a signature', `${header}.${payload}.`],
    ['of two parts', `${header}.${payload}`],
    ['of four parts', `${genuine}.${signature}`],
    ['that is none', 'not-a-token'],
  ];
}
