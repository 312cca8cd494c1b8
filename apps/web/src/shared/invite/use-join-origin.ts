import { useAbout } from '../../platform/http/about.js';
import { joinOrigin } from './join-link.js';

/** The origin for links and QR codes. Until the server has said where it is reached, and if it cannot, the page's own. */
export function useJoinOrigin(): string {
  const server = useAbout();
  return server === null ? location.origin : joinOrigin(new URL(location.href), server);
}
