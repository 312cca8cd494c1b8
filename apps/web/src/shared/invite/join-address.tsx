import { spoken } from './join-link.js';
import { useJoinOrigin } from './use-join-origin.js';

/** The address that players type, without its scheme. Where a line is too short for it, it goes on with the port. */
export function JoinAddress() {
  const [host = '', port] = spoken(useJoinOrigin()).split(/(?=:\d+$)/);
  return (
    <>
      {host}
      {port !== undefined && <wbr />}
      {port}
    </>
  );
}
