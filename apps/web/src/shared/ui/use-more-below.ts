import { type RefObject, useEffect, useState } from 'react';

const ROUNDING_PX = 2;

/** Whether an element that scrolls has more below what is in sight. */
export function useMoreBelow(place: RefObject<HTMLElement | null>): boolean {
  const [hasMore, setHasMore] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const look = () => setHasMore(element.scrollTop + element.clientHeight < element.scrollHeight - ROUNDING_PX);
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [place]);
  return hasMore;
}
