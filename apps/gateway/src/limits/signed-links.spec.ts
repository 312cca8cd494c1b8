import { linkKeys } from '@earworm/contracts';
import { type Bus, createInProcessBus } from '@earworm/service-kit/bus';
import { eventually } from '@earworm/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SignedLinks } from './signed-links.js';

const [OLD, NEW, OTHER] = ['o', 'n', 'x'].map((letter) => letter.repeat(43)) as [string, string, string];
const CODE = 'ABC234';

describe('the signature of a link to a game', () => {
  let bus: Bus;
  const opened: SignedLinks[] = [];
  const linksWith = async (...keys: string[]) => {
    const { unsubscribe } = bus.serve(linkKeys, () => ({ keys }));
    const links = new SignedLinks(bus);
    opened.push(links);
    links.start();
    await eventually(() => expect(links.sign(CODE)).toBeDefined());
    unsubscribe();
    return links;
  };

  beforeEach(() => void (bus = createInProcessBus()));
  afterEach(async () => {
    for (const links of opened.splice(0)) links.stop();
    await bus.drain();
  });

  it('fits its own code alone', async () => {
    const links = await linksWith(NEW);
    const signature = links.sign(CODE) ?? '';
    expect(links.fits(CODE, signature)).toBe(true);
    expect(links.fits('ABC235', signature)).toBe(false);
  });

  it('still fits after a rotation of the key, and no more when the old key is gone', async () => {
    const signature = (await linksWith(OLD)).sign(CODE) ?? '';
    expect((await linksWith(NEW, OLD)).fits(CODE, signature)).toBe(true);
    expect((await linksWith(NEW, OLD)).sign(CODE)).not.toBe(signature);
    expect((await linksWith(NEW)).fits(CODE, signature)).toBe(false);
  });

  it('fails when it is one of another installation', async () => {
    const signature = (await linksWith(OTHER)).sign(CODE) ?? '';
    expect((await linksWith(NEW)).fits(CODE, signature)).toBe(false);
  });

  it.each(['', 'A', 'AAAAAAAAAAA', '%%%', 'A'.repeat(32)])('fails when it is forged: %p', async (forged) => {
    expect((await linksWith(NEW)).fits(CODE, forged)).toBe(false);
  });

  it('keeps an address on a public host within 60 characters', async () => {
    const signature = (await linksWith(NEW)).sign(CODE) ?? '';
    expect(`https://quiz.example.com/?code=${CODE}&s=${signature}`.length).toBeLessThanOrEqual(60);
  });

  it('neither exists nor fits before the keys are known', () => {
    const links = new SignedLinks(bus);
    expect(links.sign(CODE)).toBeUndefined();
    expect(links.fits(CODE, 'AAAAAAAAAAA')).toBe(false);
  });
});
