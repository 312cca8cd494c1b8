import { Button } from '@mantine/core';
import type { BulkAct as Act, LaterRooms, RoomNow } from '@earworm/contracts';
import { newId } from '@earworm/client';
import { useState } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { localeNow } from '../../platform/i18n/texts.js';
import { AnnounceDialog } from '../../shared/announcements/announce-dialog.js';
import { t as announcements } from '../../shared/announcements/texts.js';
import { Confirm } from '../../shared/ui/dialog.js';
import { BulkActDialog, type BulkAct } from './bulk-act-dialog.js';
import styles from './control-room.module.css';
import { MoveStartDialog } from './move-start-dialog.js';
import { t } from './texts.js';

interface Props {
  readonly showId: string;
  readonly rooms: ReadonlyMap<string, RoomNow>;
  /** Those that the filters leave. */
  readonly shown: readonly RoomNow[];
  /** Null: a tap on a room opens it. */
  readonly chosen: ReadonlySet<string> | null;
  readonly timeZone: string;
  choose(chosen: ReadonlySet<string> | null): void;
}

const ACTS = [
  ...(['holdStart', 'releaseStart'] as const),
  ...(['pauseGame', 'resumeGame', 'completeGame', 'beginRound'] as const),
] as const satisfies readonly Act['type'][];
type ManyAct = (typeof ACTS)[number];

const isOfStarts = (act: ManyAct): act is 'holdStart' | 'releaseStart' => act === 'holdStart' || act === 'releaseStart';

/** Further texts of a question before an act. */
function alsoText(act: ManyAct, later: LaterRooms | undefined): string {
  if (act === 'beginRound') return t('beginRoundText');
  if (!isOfStarts(act)) return '';
  return [act === 'holdStart' ? t('holdStartText') : '', later === undefined ? '' : laterText(act, later)].join(' ');
}

const playersIn = (rooms: readonly RoomNow[]): string =>
  figure(rooms.reduce((sum, { connected = 0 }) => sum + connected, 0));

const withPlayers = (lead: string, rooms: readonly RoomNow[]): string =>
  `${lead} ${t('playersConnected', { players: playersIn(rooms) })}`;

function textOf(act: ManyAct, asked: readonly RoomNow[], later: LaterRooms | undefined): string {
  if (asked.length === 0) return isOfStarts(act) && later !== undefined ? laterText(act, later) : '';
  const counts = t('manyText', { count: asked.length, n: figure(asked.length), players: playersIn(asked) });
  return `${counts} ${alsoText(act, later).trim()}`.trim();
}

const laterText = (act: 'holdStart' | 'releaseStart', later: LaterRooms): string =>
  later === 'all'
    ? t(act === 'holdStart' ? 'holdLaterAll' : 'releaseLaterAll')
    : t(act === 'holdStart' ? 'holdLaterGroups' : 'releaseLaterGroups', {
        groups: new Intl.ListFormat(localeNow()).format(later),
      });

/** In which rooms games that are created later are concerned, too: all are chosen, or all of some groups. */
function laterOf(rooms: ReadonlyMap<string, RoomNow>, chosen: ReadonlySet<string>): LaterRooms | undefined {
  const left = [...rooms.values()].filter(({ roomId }) => !chosen.has(roomId));
  if (left.length === 0) return 'all';
  const partly = new Set(left.map(({ group }) => group));
  const groups = new Set([...chosen].map((roomId) => rooms.get(roomId)?.group ?? ''));
  const whole = [...groups].filter((group) => group !== '' && !partly.has(group));
  return whole.length === 0 ? undefined : whole;
}

/** A game has no known state before its first status has come, or while its owner cannot be reached. */
const hasState = ({ state, isUnknown }: RoomNow): boolean => state !== undefined && !isUnknown;
const mayBegin = (room: RoomNow): boolean => !hasState(room) || room.state === 'setup';

/** Starts are held and released where that may change something; anything else is asked of all rooms. */
function concernedBy(act: ManyAct, games: readonly RoomNow[]): readonly RoomNow[] {
  if (!isOfStarts(act)) return games;
  const isHeld = act === 'releaseStart';
  return games.filter((room) => mayBegin(room) && (!hasState(room) || (room.startHeldSince !== undefined) === isHeld));
}

const actOf = (type: ManyAct, later: LaterRooms | undefined): Act =>
  isOfStarts(type) && later !== undefined ? { type, later } : { type };

const idsOf = (rooms: readonly RoomNow[]): ReadonlySet<string> => new Set(rooms.map(({ roomId }) => roomId));

/** Acts in the games of several rooms: those of the search, of a group or all, or single ones by a tap. */
export function ManyRooms({ showId, rooms, shown, chosen, timeZone, choose }: Props) {
  const [asking, ask] = useState<ManyAct | null>(null);
  const [isAnnouncing, announce] = useState(false);
  const [isMoving, moveStarts] = useState(false);
  const [done, begin] = useState<BulkAct | null>(null);
  if (chosen === null)
    return (
      <div className={styles.acts}>
        <Button variant="default" onClick={() => choose(new Set())}>
          {t('chooseRooms')}
        </Button>
      </div>
    );
  const games = [...chosen].flatMap((roomId) => {
    const room = rooms.get(roomId);
    return room?.gameId === undefined ? [] : [room];
  });
  const counted = ({ length }: readonly RoomNow[]) => ({ count: length, n: figure(length) });
  const unbegun = games.filter(mayBegin);
  const later = laterOf(rooms, chosen);
  const asked = asking === null ? [] : concernedBy(asking, games);
  return (
    <div className={styles.many} role="group" aria-label={t('chooseRooms')}>
      <p role="status">{t('chosenRooms', { count: chosen.size, n: figure(chosen.size) })}</p>
      <div className={styles.acts}>
        <Button variant="default" onClick={() => choose(idsOf(shown))}>
          {t('chooseShown', { n: figure(shown.length) })}
        </Button>
        {ACTS.map((act) => (
          <Button
            key={act}
            variant="default"
            data-tone={act === 'completeGame' ? 'wrong' : undefined}
            disabled={concernedBy(act, games).length === 0 && !(isOfStarts(act) && later !== undefined)}
            onClick={() => ask(act)}
          >
            {t(`many_${act}`)}
          </Button>
        ))}
        <Button variant="default" disabled={unbegun.length === 0} onClick={() => moveStarts(true)}>
          {t('moveStart')}
        </Button>
        <Button variant="default" disabled={games.length === 0} onClick={() => announce(true)}>
          {announcements('announce')}
        </Button>
        <Button variant="subtle" onClick={() => choose(null)}>
          {t('chooseEnd')}
        </Button>
      </div>
      {asking !== null && (
        <Confirm
          opened
          title={asked.length === 0 ? t(`many_${asking}`) : t(`manyTitle_${asking}`, counted(asked))}
          text={textOf(asking, asked, later)}
          yes={t(`manyYes_${asking}`)}
          tone={asking === 'completeGame' ? 'wrong' : 'now'}
          onClose={() => ask(null)}
          onYes={() => begin({ jobId: newId(), act: actOf(asking, later), rooms: asked })}
        />
      )}
      <AnnounceDialog
        opened={isAnnouncing}
        lead={withPlayers(announcements('leadMany', counted(games)), games)}
        announce={(announced) => {
          begin({ jobId: newId(), act: { type: 'announce', ...announced }, rooms: games });
          return Promise.resolve(true);
        }}
        onClose={() => announce(false)}
      />
      {isMoving && (
        <MoveStartDialog
          lead={withPlayers(t('moveStartOfMany', counted(unbegun)), unbegun)}
          startsAt={unbegun[0]?.startsAt ?? 0}
          timeZone={timeZone}
          move={(act) => {
            moveStarts(false);
            begin({ jobId: newId(), act, rooms: unbegun });
          }}
          onClose={() => moveStarts(false)}
        />
      )}
      {done !== null && <BulkActDialog key={done.jobId} showId={showId} wanted={done} onClose={() => begin(null)} />}
    </div>
  );
}
