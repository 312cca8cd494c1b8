import { RefusedError, type ShowBrand } from '@earworm/contracts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { publicHttp } from '../../platform/http/http.js';

/** Null: of events that were deleted. */
export const useBrands = create<Readonly<Record<string, ShowBrand | null>>>(() => ({}));

/**
 * Undefined until it is known; null outside of events, and of one that was deleted. Each page that shows it asks again,
 * because a projector is on for hours; the browser keeps the answer for a minute.
 */
export function useBrand(showId: string | undefined): ShowBrand | null | undefined {
  useEffect(() => {
    if (showId === undefined) return;
    publicHttp.call('showBrand', { params: { showId } }).then(
      (brand) => useBrands.setState({ [showId]: brand }),
      // Without a network the page has more to say than a name.
      (error: unknown) => {
        if (error instanceof RefusedError && error.code === 'event-not-found') useBrands.setState({ [showId]: null });
      },
    );
  }, [showId]);
  return useBrands((brands) => (showId === undefined ? null : brands[showId]));
}
