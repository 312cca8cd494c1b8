import { useEffect } from 'react';
import type { RouteReply } from '@earworm/contracts';
import { create } from 'zustand';
import { publicHttp } from './http.js';

type About = RouteReply<'about'>;

export const useServer = create<{ about: About | null; isRequested: boolean }>(() => ({
  about: null,
  isRequested: false,
}));

/** Null until the server has answered. */
export function useAbout(): About | null {
  useEffect(() => {
    if (useServer.getState().isRequested) return;
    useServer.setState({ isRequested: true });
    publicHttp.call('about', {}).then(
      (about) => useServer.setState({ about }),
      () => useServer.setState({ isRequested: false }),
    );
  }, []);
  return useServer((server) => server.about);
}
