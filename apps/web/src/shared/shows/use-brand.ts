import type { ShowBrand } from '@earworm/contracts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { publicHttp } from '../../platform/http/http.js';

export const useBrands = create<Readonly<Record<string, ShowBrand>>>(() => ({}));

/**
 * Null until it is known, and outside of events. Each page that shows it asks again, because a projector is on for hours;
 * the browser keeps the answer for a minute.
 */
export function useBrand(showId: string | undefined): ShowBrand | null {
  useEffect(() => {
    if (showId === undefined) return;
    publicHttp.call('showBrand', { params: { showId } }).then(
      (brand) => useBrands.setState({ [showId]: brand }),
      // A deleted event has none; without a network the page has more to say than a name.
      () => undefined,
    );
  }, [showId]);
  return useBrands((brands) => (showId === undefined ? null : (brands[showId] ?? null)));
}
