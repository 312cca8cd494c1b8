/// <reference lib="dom" />
import { playerOf } from '../../e2e/support/player.js';
import { PreparedGame } from '../../e2e/support/prepared-game.js';
import { delayedLine } from '../../harness/delayed-line.js';
import { lastingPort } from '../../harness/ports.js';
import { tlsFront, trustsTlsFront } from '../../harness/tls-front.js';
import { median } from '../../load/percentiles.js';
import type { Benchmark } from '../benchmark.js';
import { type Opened, withBrowser } from '../browser/open-page.js';
import { bySide } from '../interleaved-runs.js';

declare global {
  interface Window {
    /** On this page's clock, when the name could be typed, when it was sent, and when the lobby was drawn. */
    formMs?: number;
    tapMs?: number;
    lobbyMs?: number;
  }
}

const ROUND_TRIP_MS = 300;
/** 1.6 Mbit/s. */
const BYTES_PER_MS = 200;
/** Between two letters of the name. */
const KEY_MS = 200;
const TURNS = 5;
/** A connection with TLS takes a round trip more. */
const FORM_MS = { http: 1_600, https: 2_000 };
const SEAT_MS = 600;

async function measured(scheme: keyof typeof FORM_MS) {
  const port = await lastingPort();
  const front = scheme === 'https' ? await tlsFront(port) : null;
  const line = await delayedLine(front?.port ?? port, ROUND_TRIP_MS / 2, {
    bytesPerMs: BYTES_PER_MS,
    opensAfterMs: ROUND_TRIP_MS,
  });
  const url = `${scheme}://localhost:${line.port}`;
  const env = front === null ? {} : { PUBLIC_URL: url };
  try {
    return await withBrowser({ port, env }, (opened) => arriveSlowly(opened, url, line), [trustsTlsFront()]);
  } finally {
    line.close();
    front?.close();
  }
}

async function arriveSlowly(
  { product, arrive }: Opened,
  url: string,
  line: Pick<Awaited<ReturnType<typeof delayedLine>>, 'delayed'>,
) {
  const game = await PreparedGame.create(`http://localhost:${product.port}`, { started: false });
  const formMs: number[] = [];
  const seatMs: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const phone = playerOf(await arrive(`Ada ${turn}`, { url }));
    const { page } = phone.person;
    await page.addInitScript(() => {
      // Playwright looks again only after up to half a second.
      new MutationObserver(() => {
        if (document.querySelector('input[name="name"]:enabled')) window.formMs ??= performance.now();
        if (document.querySelector('[data-testid="buzzer"][data-state="lobby"]')) window.lobbyMs ??= performance.now();
      }).observe(document, { attributes: true, childList: true, subtree: true });
      addEventListener('submit', () => (window.tapMs = performance.now()), { capture: true });
    });
    await line.delayed(async () => {
      await page.goto(`/?code=${game.code}`);
      await page.getByRole('heading', { name: 'Ruth’s game' }).waitFor();
      // As a person does: what comes next is fetched meanwhile.
      await page.getByLabel('Your Name').pressSequentially(`Ada ${turn}`, { delay: KEY_MS });
      await phone.person.button('Join Game').click();
      await phone.becomes('lobby');
      const [form, tap, lobby] = await page.evaluate(() => [window.formMs, window.tapMs, window.lobbyMs]);
      formMs.push(form ?? NaN);
      seatMs.push((lobby ?? NaN) - (tap ?? NaN));
    });
    await phone.person.leave();
  }
  game.disconnect();
  return { formMs: median(formMs), seatMs: median(seatMs) };
}

export const benchmark: Benchmark = {
  what: 'how long a new phone on a slow network waits for the join form and, from its tap, for a seat, over http and with TLS',
  async run() {
    const figures = { http: await measured('http'), https: await measured('https') };
    const ratios = (['http', 'https'] as const).flatMap((scheme) => [
      figures[scheme].formMs / FORM_MS[scheme],
      figures[scheme].seatMs / SEAT_MS,
    ]);
    return {
      ratio: Math.max(...ratios),
      target: 1,
      reference: `${FORM_MS.http} ms until the form, ${FORM_MS.https} with TLS, and ${SEAT_MS} ms from the tap to the seat`,
      figures: bySide(figures),
    };
  },
};
