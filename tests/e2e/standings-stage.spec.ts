import { describe, expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import type { Page } from 'playwright-core';
import type { Person } from './support/person.js';
import { prepareEvent, type PreparedEvent } from './support/prepared-event.js';
import { moderatorOf } from './support/moderator.js';
import { playerOf } from './support/player.js';
import { type Scene, test } from './support/test.js';

const COMPUTER = { viewport: { width: 1280, height: 900 } };
/** From an old projector to two screens side by side. */
const HALLS = [
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 1080 },
];
const UPRIGHT = { width: 800, height: 1280 };
/** As long as an event's may be. */
const NAME = `A night of quizzes ${'and more '.repeat(6)}for all`;
/** Of each edge, which projectors cut off. */
const MARGIN = 0.05;
/** The smallest text, as a part of the height. */
const SMALLEST = 0.027;

async function readyRoom({ product }: Scene): Promise<PreparedEvent> {
  const event = await prepareEvent(product.url, 1, { Songs: [{ answer: 'One' }, { answer: 'Two' }] }, { name: NAME });
  await event.prepare();
  await eventually(async () => expect(await event.countReady()).toBe(1));
  return event;
}

/** Texts that reach into the margins, or are too small to read from the back. */
const faultsOf = (page: Page) =>
  page.evaluate(
    ([margin, smallest]) => {
      const faults: string[] = [];
      const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement!;
        if (node.textContent?.trim() === '' || element.closest('.sr-only, svg') !== null) continue;
        const { left, right, top, bottom } = element.getBoundingClientRect();
        // A card of the side for which there is no room.
        if (left >= (element.closest('aside')?.getBoundingClientRect().right ?? Infinity)) continue;
        const [x, y] = [innerWidth * margin - 1, innerHeight * margin - 1];
        if (left < x || right > innerWidth - x || top < y || bottom > innerHeight - y)
          faults.push(`${node.textContent} is in the margin`);
        if (Number.parseFloat(getComputedStyle(element).fontSize) < innerHeight * smallest)
          faults.push(`${node.textContent} is too small`);
      }
      return faults;
    },
    [MARGIN, SMALLEST] as const,
  );

/** A wide logo, as files of sponsors are, in base64. */
const drawnLogo = (page: Page) =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 200 });
    const pen = canvas.getContext('2d')!;
    pen.font = 'bold 120px sans-serif';
    pen.fillText('ACME', 110, 140);
    return canvas.toDataURL('image/png').split(',')[1]!;
  });

/**
 * The cards in sight; and what is wrong: cards that cover each other or what is below them, that are partly out of sight, and rows that
 * are cut.
 */
const layoutOf = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const side = boxOf(document.querySelector('aside')!);
    const nameOf = (card: Element) => {
      if (card.matches('img')) return 'logo';
      if (card.querySelector('svg') !== null) return 'join';
      return card.querySelector('ul') === null ? 'lead' : 'groups';
    };
    const cards = [...document.querySelectorAll('aside > *')]
      .filter((card) => card.checkVisibility() && boxOf(card).left < side.right - 1)
      .map((card) => ({ name: nameOf(card), box: boxOf(card) }));
    const shown = [...cards, { name: 'foot', box: boxOf(document.querySelector('footer')!) }];
    const covers = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const faults = shown.flatMap((one, at) =>
      shown.slice(at + 1).flatMap((other) => (covers(one.box, other.box) ? [`${one.name} covers ${other.name}`] : [])),
    );
    for (const { name, box } of cards) if (box.bottom > side.bottom + 1) faults.push(`${name} is cut`);
    for (const row of document.querySelectorAll('ol > li'))
      if (row.scrollHeight > row.clientHeight + 1) faults.push(`${row.textContent} is cut`);
    return { cards: cards.map(({ name }) => name), faults };
  });

const GROUPS = ['Lyon', 'Graz', 'Kraków', 'Porto', 'Oslo', 'Wien'];
const TWELVE_TEAMS = Array.from({ length: 12 }, (_, n) => ({
  ...{ rank: n + 1, before: 12 - n, name: `Team number ${n}`, value: 12_450 - 50 * n },
  room: { number: n, name: `Room ${n}`, group: GROUPS[n % GROUPS.length] },
}));

const confirm = ({ page }: Person, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

describe('the stage of an event', () => {
  test('fits a hall’s screen and an upright one with twelve places, groups and the logo of a sponsor', async (scene) => {
    const { showId, operator } = await prepareEvent(scene.product.url, 1, { Songs: [{ answer: 'One' }] });
    const olga = await scene.arrive('Olga', { ...COMPUTER, signedInAs: operator });
    await olga.page.goto(`/events/${showId}/standings`);
    const params = { showId };
    const { key } = await operator.http.call('linkShowStage', { params, body: { isLinked: true } });
    const { page } = await scene.arrive('Wall', { viewport: HALLS[0]! });
    // As after an evening of many rooms.
    await page.route('**/api/events/*/stage/look', async (route) => {
      const response = await route.fetch();
      const stage = { ...(await response.json()), entries: TWELVE_TEAMS, total: 500, rounds: 3 };
      await route.fulfill({ response, json: stage });
    });
    await page.goto(`/events/${showId}/stage#key=${key}`);
    await page.getByText('Team number 3').waitFor();
    const logo = page.getByRole('img', { name: 'Sponsor of the event' });
    const expectFit = async (logos: readonly string[]) => {
      for (const size of [...HALLS, UPRIGHT]) {
        await page.setViewportSize(size);
        const cards = ['join', ...logos, ...(size === UPRIGHT ? [] : ['groups'])];
        await eventually(async () => {
          const layout = await layoutOf(page);
          // How far the first one is ahead is shown where there is room for it.
          expect([size, layout]).toEqual([
            size,
            { cards: [...cards, ...layout.cards.filter((name) => name === 'lead')], faults: [] },
          ]);
          if (size !== UPRIGHT) expect([size, await faultsOf(page)]).toEqual([size, []]);
        });
      }
    };
    await expectFit([]);
    expect(await logo.count()).toBe(0);
    const body = { picture: await drawnLogo(olga.page), owner: 'sponsor' } as const;
    await operator.http.call('setShowLogo', { params, body });
    await logo.waitFor();
    await expectFit(['logo']);
    expect(await logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(600);
  });

  test('follows verdicts by a link, and reveals frozen standings place by place, also on phones', async (scene) => {
    const event = await readyRoom(scene);
    const { showId, operator } = event;
    const [room] = await event.rooms();
    const olga = await scene.arrive('Olga', { ...COMPUTER, signedInAs: operator });
    const params = { showId, roomId: room!.roomId };
    const { linkId, secret } = await operator.http.call('createRoomLink', { params });
    await olga.page.goto(`/events/${showId}/standings`);
    const cem = await scene.arrive('Cem', COMPUTER);
    await cem.page.goto(`/crew#${linkId}.${secret}`);
    await cem.page.getByLabel('Your name').fill('Cem');
    await cem.button('I run this room').click();
    await cem.page.getByRole('heading', { level: 1, name: 'Room 1' }).waitFor();
    const desk = moderatorOf(cem);
    const ann = playerOf(await scene.arrive('Ann'));
    const bob = playerOf(await scene.arrive('Bob'));
    for (const player of [ann, bob]) await player.joinAsGuest(room?.gameCode ?? '');
    await desk.start();

    // A projector that nobody is signed in to.
    const { key } = await operator.http.call('linkShowStage', { params: { showId }, body: { isLinked: true } });
    const wall = await scene.arrive('Wall', { viewport: HALLS[0]! });
    await wall.page.goto(`/events/${showId}/stage#key=${key}`);
    const rows = wall.page.getByRole('list', { name: 'Standings' });
    await rows.getByText('Ann').waitFor();
    await desk.pickAny();
    await ann.becomes('armed');
    await ann.buzz();
    await desk.first('Ann');
    await desk.judge('Right');
    await rows.getByText('100 points').waitFor({ state: 'attached', timeout: 5_000 });
    for (const size of HALLS) {
      await wall.page.setViewportSize(size);
      await eventually(async () => expect([size, await faultsOf(wall.page)]).toEqual([size, []]));
    }

    // The public page, from its QR code.
    const settings = { kind: 'players', counting: 'points', publicNames: 'short' } as const;
    const { publicKey } = await operator.http.call('saveShowStage', { params: { showId }, body: settings });
    const phone = await scene.arrive('Phone');
    await phone.page.goto(`/events/${showId}/public-standings#key=${publicKey}`);
    const list = phone.page.getByRole('list', { name: 'Standings' });
    await list.getByText('A.').waitFor();
    expect(await phone.page.getByText('Ann').count()).toBe(0);

    // Frozen, and revealed from the last to the first.
    await olga.button('Freeze').click();
    await wall.page.getByText(/^Frozen at/).waitFor();
    await olga.button('Start the reveal').click();
    await wall.page.getByRole('heading', { name: 'The results' }).waitFor();
    await rows.getByText('Ann').waitFor({ state: 'detached' });
    await phone.page.getByText('The results are about to be revealed.').waitFor();
    await olga.button('Show 2nd place').click();
    await rows.getByText('Bob').waitFor();
    expect(await rows.getByText('Ann').count()).toBe(0);
    await wall.page.reload();
    await rows.getByText('Bob').waitFor();
    expect(await rows.getByText('Ann').count()).toBe(0);
    await olga.button('Show 1st place').click();
    await rows.getByText('Ann').waitFor();
    await list.getByText('A.').waitFor();
    await olga.button('End the reveal').click();
    await wall.page.getByText(/^Frozen at/).waitFor();

    // Without a network it says how old it is; once its link is revoked it shows nothing.
    await wall.page.context().setOffline(true);
    await wall.page.getByText(/^\(\d+ s old\)$/).waitFor();
    await wall.page.context().setOffline(false);
    await wall.page.getByText(/^Not up to date/).waitFor({ state: 'detached' });
    await olga.button('Revoke the link').click();
    await wall.page
      .getByRole('alert')
      .getByText(/^This link is not valid any more/)
      .waitFor();
    await olga.button('Release').click();
    await confirm(olga, 'Show them');
  });
});
