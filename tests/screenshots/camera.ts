/// <reference lib="dom" />
import { still } from '../e2e/support/axe-violations.js';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;
type Width = (typeof SIZES)[number]['width'];
const SCHEMES = ['dark', 'light'] as const;
const TALLEST_PX = 6_000;
/** A busy machine draws a tall page slowly. */
const DRAWN_MS = 60_000;
/** Colours fade from one scheme to the other; a picture in the middle of it shows what nobody sees. */
const AT_ONCE = '*,*::before,*::after{transition:none!important}';

interface How {
  /** Default: all of them. A moment that passes is taken in one size only. */
  readonly widths?: readonly Width[];
  /** Default: the whole page, however long. */
  readonly screenOnly?: boolean;
}

/** Takes a screen in every size and scheme, as `<name>-<width>-<scheme>.png`. */
export class Camera {
  readonly taken: string[] = [];

  constructor(private readonly out: string) {
    mkdirSync(out, { recursive: true });
  }

  async take(page: Page, name: string, { widths, screenOnly = false }: How = {}): Promise<void> {
    const before = page.viewportSize();
    for (const size of SIZES.filter(({ width }) => widths?.includes(width) ?? true)) {
      await page.setViewportSize(size);
      for (const scheme of SCHEMES) {
        await page.evaluate((wanted) => {
          document.documentElement.dataset['mantineColorScheme'] = wanted;
        }, scheme);
        // A window as tall as the page: what sticks to its lower edge would else stand in the middle of the picture.
        const height = screenOnly ? size.height : await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ ...size, height: Math.min(Math.max(height, size.height), TALLEST_PX) });
        await still(page);
        const file = `${name}-${size.width}-${scheme}.png`;
        await page.screenshot({ path: join(this.out, file), style: AT_ONCE, timeout: DRAWN_MS });
        await page.setViewportSize(size);
        this.taken.push(file);
      }
    }
    if (before) await page.setViewportSize(before);
    console.log(name);
  }

  /** A page with all of them, to look through. */
  index(): void {
    const pictures = this.taken.map(
      (file) => `<figure><img loading="lazy" src="${file}"><figcaption>${file}</figcaption></figure>`,
    );
    const style =
      'body{display:flex;flex-wrap:wrap;gap:16px;font:14px sans-serif}img{max-height:480px;max-width:640px}';
    writeFileSync(
      join(this.out, 'index.html'),
      `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${pictures.join('\n')}\n`,
    );
  }
}
