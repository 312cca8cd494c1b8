import type { Page } from 'playwright-core';

/** How much of the song the page's wave shows, per cent. */
export const waveOf = async ({ page }: { readonly page: Page }): Promise<number> =>
  Number(await page.getByRole('progressbar', { name: 'Song progress' }).first().getAttribute('aria-valuenow'));
