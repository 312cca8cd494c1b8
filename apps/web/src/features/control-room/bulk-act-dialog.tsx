import type { BulkAct as Act, ErrorCode, RoomNow } from '@earworm/contracts';
import type { GameId } from '@earworm/rules';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { http } from '../../platform/http/http.js';
import { figure } from '../../platform/i18n/numbers.js';
import { messageOf } from '../../platform/i18n/t.js';
import { errorText } from '../../platform/notifications/notify.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Failed } from '../../shared/ui/empty-state.js';
import styles from './control-room.module.css';
import { roomTitle, t } from './texts.js';

const AGAIN_MS = 1_000;

export interface BulkAct {
  /** Repeated after a failure, it is the same one to the server. */
  readonly jobId: string;
  readonly act: Act;
  /** As the operator saw them, all with a game. */
  readonly rooms: readonly RoomNow[];
}

/** Asks for the act, then reads how far it is until it is done in every room. */
function useBulkAct(showId: string, { jobId, act, rooms }: BulkAct) {
  const isAsked = useRef(false);
  return useQuery({
    queryKey: ['shows', showId, 'bulk-act', jobId],
    async queryFn() {
      if (!isAsked.current) {
        const asked = rooms.map(({ roomId, gameId }) => ({ roomId, after: gameId as GameId }));
        await http.call('actInRooms', { params: { showId }, body: { jobId, act, rooms: asked } });
        isAsked.current = true;
      }
      return (await http.call('readBulkAct', { params: { showId, jobId } })).rooms;
    },
    refetchInterval: ({ state: { data } }) => (data?.some(isWaiting) === false ? false : AGAIN_MS),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}

const isWaiting = ({ state }: { readonly state: string }): boolean => state === 'waiting';

/** A result has no parameters, such as the number of the round. */
const refusalText = (code: ErrorCode): string =>
  code === 'round-template-gone' ? t('manyTemplateGone') : messageOf(code);

interface Props {
  readonly showId: string;
  readonly wanted: BulkAct;
  onClose(): void;
}

/** How far it is, and what was refused in which room. It continues without this dialog. */
export function BulkActDialog({ showId, wanted, onClose }: Props) {
  const query = useBulkAct(showId, wanted);
  const { act, rooms } = wanted;
  const results = query.data ?? [];
  const done = results.filter((each) => !isWaiting(each)).length;
  const refused = results.flatMap(({ roomId, code }) => {
    const room = rooms.find((each) => each.roomId === roomId);
    return code === null || room === undefined ? [] : [{ room, code: code as ErrorCode }];
  });
  return (
    <Dialog opened onClose={onClose} title={t(`many_${act.type}`)}>
      {query.isError ? (
        <Failed title={t('manyFailed')} hint={errorText(query.error)} query={query} />
      ) : (
        <>
          <p role="status">
            {rooms.length === 0
              ? query.isSuccess && t('laterDone')
              : t('manyDone', { count: rooms.length, n: figure(done - refused.length), all: figure(rooms.length) })}
          </p>
          {refused.length > 0 && (
            <>
              <p>{t('manyRefused', { count: refused.length, n: figure(refused.length) })}</p>
              <ul className={styles.solvedList} aria-label={t('manyRefusedList')}>
                {refused.map(({ room, code }) => (
                  <li key={room.roomId}>
                    <b dir="auto">{roomTitle(room)}</b> {refusalText(code)}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Dialog>
  );
}
