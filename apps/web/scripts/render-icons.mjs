/** Draws every icon and the preview picture from public/favicon.svg. Run it again when the mark changes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const svg = readFileSync(here('../public/favicon.svg'), 'utf8');
const square = svg.replace(' rx="8"', '');
const font = readFileSync(
  here('../../../node_modules/@fontsource-variable/unbounded/files/unbounded-latin-wght-normal.woff2'),
).toString('base64');

const browser = await chromium.launch({
  executablePath: await sparticuz.executablePath(),
  args: ['--no-sandbox', '--disable-gpu', '--headless=shell', '--force-color-profile=srgb'],
});

async function draw(name, width, height, body) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:100%}</style>${body}`);
  await page.evaluate('document.fonts.ready');
  writeFileSync(here(`../public/${name}`), await page.screenshot({ omitBackground: true }));
  await page.close();
}

await draw('icon-32.png', 32, 32, svg);
await draw('icon-192.png', 192, 192, svg);
await draw('icon-512.png', 512, 512, svg);
await draw('apple-touch-icon.png', 180, 180, square);
// A mask may cut a fifth off each side.
await draw('icon-maskable.png', 512, 512, `<div style="background:#1b1136;padding:72px;height:368px">${square}</div>`);
const bars = Array.from({ length: 64 }, (_, bar) => {
  const height = 18 + 82 * Math.abs(Math.sin(bar * 0.61) * Math.cos(bar * 0.23 + 1));
  const colour = bar < 38 ? 'linear-gradient(#ffd98c,#ffb52e)' : '#40326b';
  return `<i style="flex:1;border-radius:4px;height:${height}%;background:${colour}"></i>`;
}).join('');
await draw(
  'og.png',
  1200,
  630,
  `<style>@font-face{font-family:U;src:url(data:font/woff2;base64,${font});font-weight:200 900}</style>
  <div style="box-sizing:border-box;width:1200px;height:630px;padding:70px 80px;display:flex;flex-direction:column;gap:34px;
    background:radial-gradient(120% 90% at 50% -10%,#3a2272 0,#1b1136 42%,#0f0a1c 78%);color:#f6f2ff;font-family:U">
    <div style="display:flex;align-items:center;gap:22px;font-size:40px;font-weight:800"><span style="width:76px">${svg}</span>earworm</div>
    <div style="font-size:84px;font-weight:800;line-height:1.08;letter-spacing:-.025em">Hear it.<br><span style="color:#ffb52e">Buzz it.</span><br>Name it.</div>
    <div style="height:90px;display:flex;align-items:center;gap:7px">${bars}</div>
  </div>`,
);
await browser.close();
