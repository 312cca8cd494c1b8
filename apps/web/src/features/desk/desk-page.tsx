import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useNavigate } from 'react-router-dom';
import { type Command, type GameView, isStartHeld, type Right } from '@earworm/rules';
import { notify } from '../../platform/notifications/notify.js';
import { useFeedbackWindow } from '../../platform/feedback-window.js';
import { LostConnection } from '../../shared/live/connecting.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import { useMedia } from '../../shared/media/use-media.js';
import { Scoreboard } from '../../shared/ui/scoreboard.js';
import { CrewBanner, CrewDialog, HelpBar, HelpDialog } from '../../shared/crew/crew-parts.js';
import { t as announcements } from '../../shared/announcements/texts.js';
import { lazyDialog } from '../../shared/ui/lazy-dialog.js';
import { useCopyLink } from '../../shared/invite/copy-link.js';
import { Board } from './board.js';
import { ConfirmStart, missedByStart } from '../../shared/board-editor/confirm-start.js';
import { ManyJoins, SeatRequests } from '../../shared/live/seat-requests.js';
import { connectionMarks } from './connection-mark.js';
import { DeskBar } from './desk-bar.js';
import { type DeskDialog, DeskDialogs } from './desk-dialogs.js';
import styles from './desk-page.module.css';
import { GameOver } from '../../shared/game/game-over.js';
import { PeopleDialog } from '../../shared/people/people-dialog.js';
import { PickPanel } from './pick-panel.js';
import { likelyNext, playbackOf } from '../../shared/game/playback.js';
import { NameReview } from '../../shared/people/name-review.js';
import { usePlayerActions } from '../../shared/people/player-actions.js';
import { QueueCard, QueueRest } from './queue-card.js';
import { Reopen } from './reopen.js';
import { MusicSwitch, RoundPanel } from './round-panel.js';
import side from './side.module.css';
import { ScoreSheet } from './score-sheet.js';
import { StartPanel } from './start-panel.js';
import { t as gameText } from '../../shared/game/texts.js';
import { NextRound, NextRoundDialog, useRounds } from './rounds.js';
import { useAnnouncement } from './use-announcement.js';
import { UndoCard, UndoControl } from './undo-card.js';
import { useBanned } from '../../shared/people/use-banned.js';
import { lastAct, useDesk, whyNotMoveOn } from './use-desk.js';
import { isFree, useHomeFocus } from './use-home-focus.js';
import { Judging } from './judging.js';
import { AnnouncementBar } from './announcement-bar.js';
import { PauseBar } from './pause-bar.js';
import { MusicElsewhere } from './music-elsewhere.js';
import { DeskConsent } from './desk-consent.js';
import { useMusicDesk } from './use-music-desk.js';
import { useSongReports } from './use-song-reports.js';
import { useSoundReports } from './use-sound-reports.js';
import { useGameSounds } from '../../shared/live/use-sounds.js';
import { switchSounds } from '../../shared/media/sounds.js';
import { boardOf } from '../../shared/live/board-of-game.js';
import { collectHalfTyped } from '../../shared/live/unsaved-questions.js';
import { onlinePlayers, roundOf } from '../../shared/live/round.js';
import { useRights } from '../../shared/live/use-rights.js';
import { useResult } from '../../shared/live/use-result.js';
import { Announcer } from '../../shared/ui/screen-reader.js';
import { standingOf } from '../../shared/live/standing.js';
import { markOf } from '../../shared/teams/team-mark.js';
import { useWakeLock } from '../../shared/ui/use-wake-lock.js';

const SCROLLS = '(max-width: 900px)';

const TeamsDialog = lazyDialog(
  () => import('../../shared/teams/teams-dialog.js'),
  ({ TeamsDialog: Loaded }) => Loaded,
);

const AnnounceDialog = lazyDialog(
  () => import('../../shared/announcements/announce-dialog.js'),
  ({ AnnounceDialog: Loaded }) => Loaded,
);

export function DeskPage({ game, view }: { game: LiveGame; view: GameView }) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<
    DeskDialog | 'sheet' | 'people' | 'crew' | 'help' | 'announce' | 'round' | 'teams' | null
  >(null);
  const [missed, setMissed] = useState<ReturnType<typeof missedByStart>>([]);
  const writesFeedback = useFeedbackWindow(({ opened }) => opened);
  const leaving = useRef(false);
  const { home, within } = useHomeFocus<HTMLElement, HTMLDivElement>();
  const { state, client, send } = game;
  const rights = useRights(view);
  const mayJudge = rights.may('judge');
  const desk = useDesk(send, view);
  const result = useResult(client);
  const announcement = useAnnouncement(client);
  const copyLink = useCopyLink(view);
  const { music, take } = useMusicDesk(game, view, mayJudge);
  const playsHere = music === 'here';
  const playback = playsHere ? playbackOf(view, state.clockOffsetMs) : null;
  const banned = useBanned(view.gameId, client);
  const [peopleChanges, setPeopleChanges] = useState(0);
  const giveAboutPeople = async (command: Command) => {
    const isDone = await desk.give(command);
    if (isDone) setPeopleChanges((changes) => changes + 1);
    return isDone;
  };
  const actions = usePlayerActions(giveAboutPeople, rights, view.teams);
  const media = useMedia(
    playback,
    useMemo(() => (playsHere ? likelyNext(view) : null), [playsHere, view]),
  );
  useSongReports(game, media, playsHere);
  useSoundReports(game, media, playsHere);
  const rounds = useRounds(view);
  const awake = useWakeLock();
  const scrolls = useMediaQuery(SCROLLS, false, { getInitialValueInEffect: false });
  useGameSounds(client);

  useEffect(() => {
    if (view.status !== 'setup') collectHalfTyped(view.categories);
  }, [view.status, view.categories]);

  const hasLeft = view.moderatorLeft || rights.member?.left === true;
  const isAbsent = hasLeft && mayJudge && view.status !== 'completed';
  useEffect(() => {
    if (isAbsent && !leaving.current) void send({ type: 'rejoinAsModerator' });
  }, [isAbsent, send]);

  const start = () => void desk.give({ type: 'startGame' });
  const askToStart = () => {
    if (roundOf(view).total === 0 || isStartHeld(view)) return;
    const found = missedByStart(boardOf(view.categories), view.activeCount);
    setMissed(found);
    if (found.length === 0) start();
  };
  // Players are waiting: closing the question needs confirmation.
  const confirmUnanswered = () => (view.current?.queueLength ? setDialog('unanswered') : desk.markUnanswered());
  // A song that has ended is not paused but played again.
  const isPaused = view.paused !== undefined || (view.current?.musicPaused ?? view.chorus?.heardSince === null);
  const hasEnded = playback !== null && media.state?.status === 'ended' && !isPaused;
  const toggleMusic = () => (hasEnded ? media.deck.replay() : desk.toggleMusic());
  const ifAllowed = (right: Right, act: () => void) => () => {
    const why = rights.whyNot(right);
    if (why === null) act();
    else void notify(why);
  };
  const keys: readonly (readonly [string, () => void])[] = [
    ['R', ifAllowed('judge', () => desk.judge(true))],
    ['W', ifAllowed('judge', () => desk.judge(false))],
    ['N', ifAllowed('judge', () => confirmUnanswered())],
    ['Z', ifAllowed('judge', desk.undo)],
    ['H', () => view.status === 'playing' && setDialog('sheet')],
    ['A', () => setDialog('people')],
    ['J', ifAllowed('people', desk.toggleJoining)],
    ['P', ifAllowed('judge', toggleMusic)],
    ['G', ifAllowed('judge', desk.togglePause)],
    ['M', () => media.deck.replay()],
    ['T', ifAllowed('settings', desk.toggleTimeTrial)],
    ['K', ifAllowed('judge', desk.toggleTimer)],
    ['D', ifAllowed('judge', take)],
    ['C', () => void copyLink()],
    ['Q', () => setDialog('qr')],
    ['E', ifAllowed('judge', () => setDialog('end'))],
    ['L', () => setDialog('leave')],
    ['V', () => void open(`/stage/${view.gameId}`, '_blank')],
    ['U', switchSounds],
    ['S', ifAllowed('judge', () => view.status === 'setup' && askToStart())],
    ['O', () => setDialog('crew')],
    ['F', () => setDialog('help')],
    ['B', () => view.status === 'setup' && void navigate(`/setup/${view.gameId}`)],
  ];
  const takesKeys = view.status !== 'completed' && dialog === null && !actions.isOpen && !writesFeedback;
  useHotkeys(
    takesKeys && missed.length === 0
      ? keys.map(([key, act]): [string, (press: KeyboardEvent) => void] => [key, (press) => !press.repeat && act()])
      : [],
  );

  useHotkeys(
    takesKeys
      ? [
          [
            'Enter',
            (press) => !press.repeat && isFree(press.target) && mayJudge && desk.playProposed(),
            { preventDefault: false },
          ],
        ]
      : [],
  );

  const close = () => setDialog(null);
  const leave = async () => {
    leaving.current = true;
    if (await desk.give({ type: 'leaveAsModerator' })) await navigate('/');
    else leaving.current = false;
  };

  const picking = view.status === 'playing' && !view.current;
  const lost = <LostConnection game={game} audience="host" />;
  if (view.status === 'completed') {
    const undoEnd = <Reopen view={view} clockOffsetMs={state.clockOffsetMs} give={desk.give} />;
    const onward = <NextRound view={view} rounds={rounds} />;
    return <GameOver view={view} seat={null} send={send} onward={onward} undo={undoEnd} notice={lost} />;
  }
  const isSilent = hasEnded || isPaused;
  // While a question is open the dock has the verdict and the undo.
  const undoAsBar = scrolls && lastAct(view) !== null && view.current === null;
  const undo = <UndoCard view={view} bar={undoAsBar} onUndo={desk.undo} onSheet={() => setDialog('sheet')} />;
  const requests = <SeatRequests view={view} presence={state.presence} takesKeys={takesKeys} give={desk.give} />;
  return (
    <div ref={within} className={styles.desk} data-playing={view.current !== null} data-by-own-width>
      <title>{`${view.gameCode} · Earworm`}</title>
      <DeskBar
        view={view}
        rounds={rounds}
        online={onlinePlayers(view, state.presence)}
        connected={state.connection === 'online'}
        awake={awake}
        onCopy={() => void copyLink()}
        onQr={() => setDialog('qr')}
        onTimeTrial={desk.toggleTimeTrial}
        onJoining={desk.toggleJoining}
        onPause={desk.togglePause}
        onPeople={() => setDialog('people')}
        onEnd={() => setDialog('end')}
        onLeave={() => setDialog('leave')}
        onCrew={() => setDialog('crew')}
        onHelp={() => setDialog('help')}
        onAnnounce={() => setDialog('announce')}
        onTeams={() => setDialog('teams')}
        onRound={() => setDialog('round')}
      />
      <div className={styles.asks}>
        {lost}
        <PauseBar view={view} onResume={desk.togglePause} />
        <AnnouncementBar view={view} clockOffsetMs={state.clockOffsetMs} give={desk.give} />
        <CrewBanner view={view} give={desk.give} />
        <HelpBar view={view} clockOffsetMs={state.clockOffsetMs} give={desk.give} />
        <DeskConsent view={view} playsHere={playsHere} isAskedBelow={media.waitsForConsent} />
        {music !== 'here' && rights.member?.suspended === undefined && (
          <MusicElsewhere
            isLost={music === 'lost'}
            hasCrew={view.crew !== undefined}
            barred={rights.barred('judge')}
            onTake={take}
          />
        )}
        <NameReview view={view} give={giveAboutPeople} />
        {!scrolls && requests}
      </div>
      <div className={styles.columns} data-wide={view.categories.length > 5} data-picking={picking}>
        <div className={styles.board}>
          <Board
            view={view}
            resting={desk.resting}
            onPick={(categoryId, questionId) => void desk.give({ type: 'selectQuestion', categoryId, questionId })}
          />
        </div>
        <main ref={home} tabIndex={-1} className={styles.now} data-chorus={view.chorus !== undefined || undefined}>
          <RoundPanel
            view={view}
            media={media}
            playback={playback}
            isSilent={isSilent}
            hasDock={scrolls && view.current !== null}
            desk={desk}
            onToggleMusic={toggleMusic}
            onUnanswered={confirmUnanswered}
            clockOffsetMs={state.clockOffsetMs}
          />
          {view.status === 'setup' && <StartPanel view={view} onStart={askToStart} />}
          {picking && (
            <PickPanel view={view} result={result} onEnd={() => setDialog('end')} onPlay={desk.playProposed} />
          )}
        </main>
        <aside className={styles.side}>
          <QueueCard current={view.current} buzzOrder={view.settings.buzzOrder} />
          <div className={side.lists}>
            <QueueRest current={view.current} buzzOrder={view.settings.buzzOrder} />
            <section className={side.card} aria-labelledby="scores">
              <h2 id="scores" className={side.title}>
                {gameText('scores')}
              </h2>
              <ManyJoins presence={state.presence} className={side.notice} />
              <div className={side.list}>
                {view.teams !== undefined && (
                  <div className={side.teams}>
                    <Scoreboard leaders={standingOf(view).leaders} mark={markOf} />
                  </div>
                )}
                <Scoreboard
                  leaders={view.leaders}
                  nowId={view.current?.queue[0]?.playerId ?? undefined}
                  online={state.presence?.users}
                  mark={connectionMarks(view, state.presence)}
                  actions={actions.menu}
                />
                {view.playerCount > view.leaders.length && (
                  <Button variant="subtle" size="xs" mt="xs" fullWidth onClick={() => setDialog('people')}>
                    {gameText('more', { count: view.playerCount - view.leaders.length })}
                  </Button>
                )}
              </div>
            </section>
          </div>
          {view.status === 'playing' && !undoAsBar && undo}
        </aside>
      </div>
      {scrolls && (
        <div className={styles.foot}>
          {requests}
          {undoAsBar && undo}
          <Judging
            view={view}
            desk={desk}
            clockOffsetMs={state.clockOffsetMs}
            onUnanswered={confirmUnanswered}
            dock={
              <>
                <MusicSwitch isSilent={isSilent} barred={whyNotMoveOn(view, rights)} onToggle={toggleMusic} />
                <UndoControl view={view} onUndo={desk.undo} />
              </>
            }
          />
        </div>
      )}
      <Announcer announcement={announcement} />
      <ConfirmStart missed={missed} onYes={start} onClose={() => setMissed([])} />
      {dialog === 'people' && (
        <PeopleDialog
          view={view}
          banned={banned}
          changes={peopleChanges}
          rights={rights}
          menu={actions.menu}
          give={giveAboutPeople}
          onClose={close}
        />
      )}
      {actions.dialog}
      <CrewDialog game={game} view={view} give={desk.give} opened={dialog === 'crew'} onClose={close} />
      <HelpDialog view={view} give={desk.give} opened={dialog === 'help'} onClose={close} />
      <AnnounceDialog
        opened={dialog === 'announce'}
        lead={announcements('lead')}
        announce={(announced) => desk.give({ type: 'announce', ...announced })}
        onClose={close}
      />
      <TeamsDialog {...{ view, rights }} give={giveAboutPeople} opened={dialog === 'teams'} onClose={close} />
      <NextRoundDialog view={view} rounds={rounds} opened={dialog === 'round'} onClose={close} />
      {dialog === 'sheet' && <ScoreSheet view={view} give={desk.give} onClose={close} />}
      <DeskDialogs dialog={dialog} view={view} desk={desk} onLeave={() => void leave()} onClose={close} />
    </div>
  );
}
