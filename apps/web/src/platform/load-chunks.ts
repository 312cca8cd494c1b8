/** A phone that changes its network ends all requests, and can send them again a moment later. */
const AGAIN_MS = 500;

const loading = new Map<string, Promise<unknown>>();

const isInPage = (url: string) =>
  [...document.querySelectorAll<HTMLScriptElement & HTMLLinkElement>('script, link')].some(
    (element) => (element.src || element.href) === url,
  );

function loadStyles(url: string): Promise<unknown> {
  const link = document.createElement('link');
  return new Promise((resolve, reject) => {
    link.rel = 'stylesheet';
    link.href = url;
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new TypeError(`Cannot fetch ${url}`));
    };
    document.head.append(link);
  });
}

/** Into the browser's cache, where the import finds it. */
async function fetchScript(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new TypeError(`Cannot fetch ${url}`);
  await response.arrayBuffer();
}

function fetchOnce(url: string): Promise<unknown> {
  const before = isInPage(url) ? Promise.resolve() : loading.get(url);
  if (before) return before;
  const load = () => (url.endsWith('.css') ? loadStyles(url) : fetchScript(url));
  const work = load().catch(() => new Promise((resolve) => setTimeout(resolve, AGAIN_MS)).then(load));
  loading.set(url, work);
  work.catch(() => loading.delete(url));
  return work;
}

/**
 * What the bundler calls for an import of a chunk. An import that fails, Chromium answers with the same failure until the
 * page is loaded again, so all files are fetched before it.
 * @param files the chunk and what it imports, from the root of the site
 */
export async function __vitePreload<Module>(
  importChunk: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  try {
    await Promise.all(files.map((file) => fetchOnce(new URL(`/${file}`, location.origin).href)));
    return await importChunk();
  } catch (payload) {
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
    throw payload;
  }
}
