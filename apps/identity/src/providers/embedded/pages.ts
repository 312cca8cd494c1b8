import { createHash } from 'node:crypto';

const style = `
:root{color-scheme:dark;--ground:#0f0a1c;--card:#20173a;--line:#40326b;--text:#f6f2ff;--dim:#b6a9d6;--now:#ffb52e;--wrong:#ff8d97}
*{box-sizing:border-box}
body{margin:0;min-height:100svh;display:grid;place-items:center;padding:24px;color:var(--text);font:16px/1.5 system-ui,sans-serif;
background:radial-gradient(120% 70% at 50% -10%,#3a2272 0,#1b1136 42%,var(--ground) 78%) fixed}
main{width:100%;max-width:380px;background:var(--card);border:1px solid var(--line);border-radius:18px;padding:28px;box-shadow:0 24px 60px #0008}
svg{display:block;width:44px;height:44px;margin-bottom:12px}
h1{margin:0 0 4px;font-size:24px;letter-spacing:-.01em}
p{margin:0 0 18px;color:var(--dim)}
label{display:block;margin:14px 0 6px;font-weight:600}
input{width:100%;min-height:48px;padding:0 14px;font:inherit;color:inherit;background:var(--ground);border:1px solid #7d6cb0;border-radius:12px}
button{width:100%;min-height:52px;margin-top:22px;font:inherit;font-weight:700;color:#2b1600;background:linear-gradient(#ffcf6b,#f09a0a);border:0;border-radius:12px;cursor:pointer}
:focus-visible{outline:3px solid #46e5df;outline-offset:2px}
.error{margin:16px 0 0;padding:10px 14px;color:var(--wrong);background:#ff59671f;border:1px solid #ff596766;border-radius:12px}
a{color:#ffcf6b}
.foot{margin:18px 0 0;text-align:center}
`;

const styleHash = createHash('sha256').update(style).digest('base64');
const csp = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const mark =
  '<svg viewBox="0 0 32 32" fill="none" stroke="#ffb52e" stroke-width="3" stroke-linecap="round" aria-hidden="true"><path d="M3 16c3-9 6-9 8 0s5 9 7 0 5-9 7-2c2 6 1 11-3 12"/></svg>';

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(title)} · Earworm</title><style>${style}</style></head>
<body><main>${mark}<h1>${escape(title)}</h1>${body}</main></body></html>`;

/** `email` and `problem`: after a failed attempt. */
export const signInPage = (action: string, email = '', problem?: string): string =>
  page(
    'Sign in',
    `<p>to your Earworm account</p>
<form method="post" action="${escape(action)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${escape(email)}"${email ? '' : ' autofocus'}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${email ? ' autofocus' : ''}>
${problem ? `<p class="error" role="alert">${escape(problem)}</p>` : ''}
<button>Sign in</button></form>
<p class="foot"><a href="/">Back to Earworm</a></p>`,
  );

/** `form`: oidc-provider's, with its CSRF token. */
export const signOutPage = (form: string): string =>
  page(
    'Sign out?',
    `<p>You will have to sign in again to see your games.</p>${form}
<button form="op.logoutForm" name="logout" value="yes">Sign out</button>
<p class="foot"><a href="/">Stay signed in</a></p>`,
  );

export const signedOutPage = (): string =>
  page('Signed out', '<p>See you at the next game.</p><p class="foot"><a href="/">Back to Earworm</a></p>');

export const errorPage = (code: string, description = ''): string =>
  page(
    'That did not work',
    `<p>Please go back to Earworm and sign in again.</p><p class="error">${escape(description || code)}</p>
<p class="foot"><a href="/">Back to Earworm</a></p>`,
  );

interface PageContext {
  type: string;
  body: unknown;
  set(header: string, value: string): void;
}

/** Without scripts, other origins or framing. */
export function sendPage(ctx: PageContext, html: string): void {
  ctx.type = 'html';
  ctx.set('Content-Security-Policy', csp);
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Referrer-Policy', 'same-origin');
  ctx.body = html;
}
