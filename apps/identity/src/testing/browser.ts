/** As much of a browser as a redirect login needs: cookies by path, those it has from before, and no redirect followed unasked. */
export function openBrowser(
  jar: Readonly<Record<string, string>> = {},
  onSetCookie: (line: string) => void = () => undefined,
) {
  const cookies = new Map(Object.entries(jar).map(([name, value]) => [name, { value, path: '/' }]));

  async function visit(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const sent = [...cookies].filter(([, cookie]) => pathname.startsWith(cookie.path));
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', ...(init.headers as Record<string, string>), ...(cookie ? { cookie } : {}) };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      onSetCookie(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (value) cookies.set(name, { value, path });
      else cookies.delete(name);
    }
    return answer;
  }

  return {
    visit,
    /** Follows redirects for as long as they stay under `prefix`; returns the answer or the address it leads away to. */
    async follow(url: string, prefix: string, init?: RequestInit): Promise<{ answer: Response; url: string }> {
      let [answer, at] = [await visit(url, init), url];
      for (let hop = 0; hop < 10; hop += 1) {
        const next = answer.headers.get('location');
        if (!next) break;
        at = new URL(next, at).href;
        if (!at.startsWith(prefix)) break;
        answer = await visit(at);
      }
      return { answer, url: at };
    },
  };
}

export const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' },
  body: new URLSearchParams(fields).toString(),
});
