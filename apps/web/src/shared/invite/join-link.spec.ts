import { describe, expect, it } from '@jest/globals';
import { joinLink, joinOrigin, spoken } from './join-link.js';

const lan = { publicUrl: null, lanUrl: 'http://192.0.2.7:3000' };

describe('the address that phones are given', () => {
  it('is the one that the operator gave, wherever the page was opened', () => {
    const server = { publicUrl: 'https://quiz.example.org/', lanUrl: 'http://192.0.2.7:3000' };
    expect(joinOrigin(new URL('http://localhost:3000/setup/g'), server)).toBe('https://quiz.example.org');
    expect(joinOrigin(new URL('http://192.0.2.7:3000/'), server)).toBe('https://quiz.example.org');
  });

  it.each(['http://localhost:3000/game/g', 'http://127.0.0.1:3000/', 'http://[::1]:3000/'])(
    'is never %s itself, when the server knows its place in the network',
    (page) => expect(joinOrigin(new URL(page), lan)).toBe('http://192.0.2.7:3000'),
  );

  it('is otherwise the page’s own', () => {
    expect(joinOrigin(new URL('http://party.example:3000/x'), lan)).toBe('http://party.example:3000');
    expect(joinOrigin(new URL('http://localhost:3000/'), { publicUrl: null, lanUrl: null })).toBe(
      'http://localhost:3000',
    );
  });

  it('is read out without its scheme and opened with the code', () => {
    expect(spoken('http://192.0.2.7:3000')).toBe('192.0.2.7:3000');
    expect(joinLink('http://192.0.2.7:3000', 'ABC234')).toBe('http://192.0.2.7:3000/?code=ABC234');
  });
});
