import { describe, expect } from '@jest/globals';
import type { Person } from './support/person.js';
import { playerOf } from './support/player.js';
import { test } from './support/test.js';

/** As where a browser or an extension denies a site its storage, but not its cookies. */
const withoutStorage = ({ context }: Person) =>
  context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  });

const STORES_NOTHING = /does not let this site store anything/;

describe('a phone whose browser stores nothing', () => {
  test('asks for the name once, and gets its seat back after a reload', async ({ game, arrive }) => {
    const played = await game();
    const ada = playerOf(await arrive('Ada', { prepare: withoutStorage }));
    await ada.enterCode(played.code);
    await ada.person.sees(STORES_NOTHING);
    await ada.person.button('Join Game').click();
    await ada.becomes('wait');
    const { page } = ada.person;
    await page.reload();
    // Asks to sign in for the game's page, and would ask again on a home page opened anew.
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await ada.typeCode(played.code);
    await page.getByRole('button', { name: /^(Join|Rejoin) Game$/ }).click();
    await ada.becomes('wait');
    const { playerCount, activeCount } = await played.view();
    expect([playerCount, activeCount]).toEqual([1, 1]);
  });

  test('gains no seat of another device by its name', async ({ game, arrive }) => {
    const played = await game();
    const ada = playerOf(await arrive('Ada', { prepare: withoutStorage }));
    await ada.enterCode(played.code);
    await ada.person.button('Join Game').click();
    await ada.becomes('wait');
    const other = playerOf(await arrive('Ada', { prepare: withoutStorage }));
    await other.enterCode(played.code);
    await other.person.button('Join Game').click();
    await other.person.button(/^That’s my seat: ask/).waitFor();
    await ada.becomes('wait');
  });
});
