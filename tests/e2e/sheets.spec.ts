/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import type { Page } from 'playwright-core';
import type { Person } from './support/person.js';
import { prepareEvent } from './support/prepared-event.js';
import { readQrCodes } from './support/qr-codes.js';
import { type Scene, test } from './support/test.js';

/** Higher than a page of paper. */
const COMPUTER = { viewport: { width: 1280, height: 1200 } };
const ROOMS = 5;
const WIFI = { name: 'Café; "Lyon"', password: 'a:b,c\\d' };
/** As phones read it: these characters are escaped. */
const WIFI_TEXT = 'WIFI:T:WPA;S:Café\\; \\"Lyon\\";P:a\\:b\\,c\\\\d;;';
const LAYOUTS = ['One per page', 'Four per page'];

/** The sheets of an event with five rooms that have their games, opened by its operator. */
async function openSheets(scene: Scene): Promise<Person> {
  const event = await prepareEvent(scene.product.url, ROOMS, { Songs: [{ answer: 'One' }] });
  await event.prepare();
  await eventually(async () => expect(await event.countReady()).toBe(ROOMS));
  const ines = await scene.arrive('Ines', { ...COMPUTER, signedInAs: event.operator });
  await ines.page.goto(`/events/${event.showId}/sheets`);
  await ines.page.getByRole('article').first().waitFor();
  return ines;
}

/** The QR codes of each page of paper, as it is printed. */
async function codesOnPapers(page: Page): Promise<string[][]> {
  await page.emulateMedia({ media: 'print' });
  const papers = await page.locator('section:has(> article)').all();
  const found: string[][] = [];
  for (const paper of papers) found.push(await readQrCodes(await paper.screenshot()));
  await page.emulateMedia({ media: 'screen' });
  return found;
}

const perPage = (rooms: number, layout: string): number[] =>
  layout === 'One per page' ? Array.from({ length: rooms }, () => 1) : [4, rooms - 4];

describe('the QR codes of printed sheets', () => {
  test('lead each room’s guests to the code that is printed beside them, and into the Wi-Fi', async (scene) => {
    const { page } = await openSheets(scene);
    await page.getByLabel('Name of the Wi-Fi').fill(WIFI.name);
    await page.getByLabel('Password of the Wi-Fi').fill(WIFI.password);
    await page.getByRole('article').getByText(`Wi-Fi ${WIFI.name}`, { exact: true }).first().waitFor();
    const printed = await page
      .getByRole('article')
      .getByText(/^[A-Z0-9]{6}$/)
      .allTextContents();
    expect(new Set(printed).size).toBe(ROOMS);
    for (const layout of LAYOUTS) {
      await page.getByText(layout, { exact: true }).click();
      const found = await codesOnPapers(page);
      const joins = found.map((codes) => codes.filter((code) => code !== WIFI_TEXT));
      expect(joins.map(({ length }) => length)).toEqual(perPage(ROOMS, layout));
      expect(found.map((codes, n) => codes.length - (joins[n]?.length ?? 0))).toEqual(perPage(ROOMS, layout));
      const codes = joins.flat().map((url) => new URL(url).searchParams.get('code'));
      expect(codes.sort()).toEqual([...printed].sort());
    }
  });

  test('lead to the desk from crew cards, one for each room and none of them public', async (scene) => {
    const ines = await openSheets(scene);
    const { page } = ines;
    await page.getByText('Crew cards', { exact: true }).click();
    const made = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/crew-links'));
    await ines.button(`Create ${ROOMS} links`).click();
    const { links } = (await (await made).json()) as { links: { linkId: string; secret: string }[] };
    await page
      .getByRole('article')
      .nth(ROOMS - 1)
      .waitFor();
    const expected = links.map(({ linkId, secret }) => `/crew#${linkId}.${secret}`).sort();
    for (const layout of LAYOUTS) {
      await page.getByText(layout, { exact: true }).click();
      const found = await codesOnPapers(page);
      expect(found.map(({ length }) => length)).toEqual(perPage(ROOMS, layout));
      const paths = found.flat().map((url) => new URL(url).pathname + new URL(url).hash);
      expect(paths.sort()).toEqual(expected);
    }
  });
});
