import { pageCsp } from './pages.js';

interface PageContext {
  type: string;
  body: unknown;
  set(header: string, value: string): void;
}

/** The pages stand alone: no script, no foreign origin, in nobody's frame. */
export function sendPage(ctx: PageContext, html: string): void {
  ctx.type = 'html';
  ctx.set('Content-Security-Policy', pageCsp);
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Referrer-Policy', 'same-origin');
  ctx.body = html;
}
