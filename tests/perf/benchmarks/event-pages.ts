import { storedTokens } from '../../e2e/support/members.js';
import { prepareEvent } from '../../e2e/support/prepared-event.js';
import { ADMIN_ENV } from '../../harness/prepared-data.js';
import { median } from '../../load/percentiles.js';
import type { Benchmark } from '../benchmark.js';
import { withBrowser } from '../browser/open-page.js';
import { waitUntil } from '../wait-until.js';

const TURNS = 3;
const ROOMS = 500;
const ROWS = 2_000;
const BOUNDS = { checkedMs: 2_000, refusedMs: 1_000, sheetsMs: 5_000, sheetsMB: 10 };

const csvOf = (rows: number): Buffer =>
  Buffer.from(
    [
      'id,number,name,group',
      ...Array.from({ length: rows }, (_, n) => `R-${n + 1},${n + 1},"The band, no. ${n + 1}",Hall ${n % 9}`),
    ].join('\r\n'),
  );

/** Resolves with the milliseconds that `work` took. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export const benchmark: Benchmark = {
  what: `an operator's wait for the check of a file with ${ROWS} rooms, for the refusal of a longer one, and from the event's page to ${ROOMS} room sheets as a PDF`,
  run: () =>
    withBrowser({ env: ADMIN_ENV }, async ({ product, arrive }) => {
      const event = await prepareEvent(product.url, ROOMS, { Songs: [{ answer: 'One' }] });
      await event.prepare();
      const isReady = async () => (await event.countReady()) === ROOMS;
      await waitUntil('every room has its game', isReady, { withinMs: 120_000, everyMs: 200 });
      const { page } = await arrive('Olga', {
        viewport: { width: 1280, height: 1200 },
        localStorage: storedTokens(event.operator),
      });
      const file = page.getByRole('button', { name: /^Choose (a|another) file$/ });
      const choose = async (rows: number) => {
        const chooser = page.waitForEvent('filechooser');
        await file.click();
        await (await chooser).setFiles({ name: 'rooms.csv', mimeType: 'text/csv', buffer: csvOf(rows) });
      };
      const times = { checkedMs: [] as number[], refusedMs: [] as number[], sheetsMs: [] as number[] };
      let sheetsMB = 0;
      for (let turn = 0; turn < TURNS; turn++) {
        await page.goto(`/events/${event.showId}/rooms/add`);
        await file.waitFor();
        const checked = async () => {
          await choose(ROWS);
          await page.getByRole('button', { name: 'Save 2,000 rooms' }).waitFor();
        };
        times.checkedMs.push(await timed(checked));
        const refused = async () => {
          await choose(ROWS + 1);
          await page.getByText('more than 2,000 rooms').waitFor();
        };
        times.refusedMs.push(await timed(refused));
        await page.goto(`/events/${event.showId}`);
        const sheets = page.getByRole('link', { name: 'Print sheets', exact: true });
        await sheets.waitFor();
        const printed = async () => {
          await sheets.click();
          await page.getByRole('button', { name: `Print ${ROOMS} pages` }).waitFor();
          sheetsMB = (await page.pdf({ preferCSSPageSize: true })).length / 1_000_000;
        };
        times.sheetsMs.push(await timed(printed));
      }
      const figures = {
        checkedMs: median(times.checkedMs),
        refusedMs: median(times.refusedMs),
        sheetsMs: median(times.sheetsMs),
        sheetsMB,
      };
      return {
        ratio: Math.max(
          ...Object.entries(BOUNDS).map(([name, bound]) => figures[name as keyof typeof figures] / bound),
        ),
        target: 1,
        reference: `${BOUNDS.checkedMs} ms, ${BOUNDS.refusedMs} ms, and ${BOUNDS.sheetsMs} ms with ${BOUNDS.sheetsMB} MB`,
        figures,
      };
    }),
};
