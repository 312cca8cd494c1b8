import { describe, expect, it } from '@jest/globals';
import { joinLink, joinOrigin, spoken, signatureIn } from './join-link.js';

const lan = { publicUrl: null, lanUrl: 'http://192.0.2.7:3000' };

describe('join address', () => {
  it('uses the address that the operator configured, wherever the page was opened', () => {
    const server = { publicUrl: 'https://quiz.example.org/', lanUrl: 'http://192.0.2.7:3000' };
    expect(joinOrigin(new URL('http://localhost:3000/setup/g'), server)).toBe('https://quiz.example.org');
    expect(joinOrigin(new URL('http://192.0.2.7:3000/'), server)).toBe('https://quiz.example.org');
  });

  it.each(['http://localhost:3000/game/g', 'http://127.0.0.1:3000/', 'http://[::1]:3000/'])(
    'replaces %s by the network address of the server when the server knows it',
    (page) => expect(joinOrigin(new URL(page), lan)).toBe('http://192.0.2.7:3000'),
  );

  it('falls back to the address of the page', () => {
    expect(joinOrigin(new URL('http://party.example:3000/x'), lan)).toBe('http://party.example:3000');
    expect(joinOrigin(new URL('http://localhost:3000/'), { publicUrl: null, lanUrl: null })).toBe(
      'http://localhost:3000',
    );
  });

  it('omits the scheme when it is read out, and contains the code when it is opened', () => {
    expect(spoken('http://192.0.2.7:3000')).toBe('192.0.2.7:3000');
    expect(joinLink('http://192.0.2.7:3000', 'ABC234')).toBe('http://192.0.2.7:3000/?code=ABC234');
  });

  it('carries the signature of the code that the page then reads', () => {
    const link = joinLink('https://quiz.example', 'ABC234', 'a-_bcdefghi');
    expect(link).toBe('https://quiz.example/?code=ABC234&s=a-_bcdefghi');
    expect(signatureIn(new URL(link).searchParams)).toBe('a-_bcdefghi');
    expect(signatureIn(new URLSearchParams('code=ABC234'))).toBeUndefined();
  });
});
