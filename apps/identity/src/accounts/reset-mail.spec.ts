import { describe, expect, it } from '@jest/globals';
import { nameInMail } from './password-resets.js';

describe('display name in a mail', () => {
  it.each(['Ada', 'Mirjam van der Berg', "Conan O'Brien", 'Anna-Lena', 'Zoë', 'अनुष्का', '美咲', 'Player 7'])(
    'leaves a real name unchanged: %s',
    (name) => expect(nameInMail(name)).toBe(name),
  );

  it.each([
    ['Click http://evil.example/x', 'Click http evil example x'],
    ['www.evil.example', 'www evil example'],
    ['ｅvil．example', 'evil example'],
    ['evil@example.com', 'evil example com'],
    ['<a href="x">Ada</a>', 'a href x Ada a'],
  ])('removes links, addresses and tags: %s', (name, expected) => expect(nameInMail(name)).toBe(expected));

  it('keeps to one line', () => {
    expect(nameInMail('Ada,\r\n\r\nyour account was stolen\u2028Call us')).not.toMatch(/[^\p{L}\p{M}\p{Nd} ]/u);
  });

  it('shortens a long name to 30 whole letters', () => {
    expect(Array.from(nameInMail('𝒜 name that goes on and on for as long as it may'))).toHaveLength(30);
    expect(nameInMail('𐐀'.repeat(40))).toBe('𐐀'.repeat(30));
  });

  it('leaves nothing of a name without any letter or digit', () => {
    expect(nameInMail(' ://?. ')).toBe('');
  });
});
