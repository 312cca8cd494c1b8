import { spoken } from './join-link.js';
import { useJoinOrigin } from './use-join-origin.js';

/** The address that players type, without its scheme. */
export const JoinAddress = () => <>{spoken(useJoinOrigin())}</>;
