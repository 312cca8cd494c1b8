import { useEffect } from 'react';
import { create } from 'zustand';
import { publicHttp } from '../app/http.js';
import { joinOrigin } from './join-link.js';

const useOrigin = create<{ origin: string; asked: boolean }>(() => ({ origin: location.origin, asked: false }));

/** The origin for links and QR codes. Until the server has said where it is reached, and if it cannot, the page's own. */
export function useJoinOrigin(): string {
  useEffect(() => {
    if (useOrigin.getState().asked) return;
    useOrigin.setState({ asked: true });
    publicHttp.call('about', {}).then(
      (server) => useOrigin.setState({ origin: joinOrigin(new URL(location.href), server) }),
      () => useOrigin.setState({ asked: false }),
    );
  }, []);
  return useOrigin((state) => state.origin);
}
