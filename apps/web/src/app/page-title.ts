import { useEffect } from 'react';

/** Names the page in the tab and the history; the page before gets its name back when this one is left. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Earworm`;
    return () => void (document.title = before);
  }, [title]);
}
