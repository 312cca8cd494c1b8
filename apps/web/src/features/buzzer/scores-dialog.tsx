import { useState } from 'react';
import { IconFlag, IconFlagFilled } from '@tabler/icons-react';
import { type GameView, type Leader, type OwnSeat, rankInView, ranksOf } from '@earworm/rules';
import { figure } from '../../platform/i18n/numbers.js';
import { messageOf, t as shared } from '../../platform/i18n/t.js';
import { textsOf, useTranslator } from '../../platform/i18n/texts.js';
import { PlainButton } from '../../shared/controls/button.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import { Confirm, Dialog } from '../../shared/ui/dialog.js';
import { AccessibleText } from '../../shared/ui/screen-reader.js';
import styles from './scores-dialog.module.css';

const t = textsOf('scoresDialog', {
  title: 'Scores',
  titlePlayers: 'Players',
  more_one: 'and {{count}} more player',
  more_other: 'and {{count}} more players',
  report: 'Report name',
  reportName: 'Report name: {{name}}',
  reported: 'Reported',
  reportedName: 'Reported: {{name}}',
  reportTitle: 'Report the name “{{name}}”?',
  reportText: 'The moderator sees that the name was reported, not by whom.',
  reportYes: 'Report',
});

/** How far a report has come; a text says why it was refused. */
type Report = 'sent' | 'done' | { readonly refusal: string };

interface Props {
  readonly view: GameView;
  readonly seat: OwnSeat;
  readonly send: LiveGame['send'];
  readonly opened: boolean;
  onClose(): void;
}

/** All scores, and a way to report a name. It remembers what was reported while the player is in the game. */
export function ScoresDialog({ view, seat, send, opened, onClose }: Props) {
  useTranslator();
  const [asked, setAsked] = useState<Leader | null>(null);
  const [reports, setReports] = useState<ReadonlyMap<string, Report>>(new Map());
  const noteReport = (of: Leader, report: Report) => setReports((before) => new Map(before).set(nameKey(of), report));
  const report = async (of: Leader) => {
    noteReport(of, 'sent');
    const answer = await send({ type: 'reportName', playerId: of.id, name: of.name });
    noteReport(of, answer.ok ? 'done' : { refusal: messageOf(answer.code, answer.params) });
  };
  // A question closes both; the next time only the list opens.
  if (!opened && asked !== null) setAsked(null);
  const { leaders } = view;
  const ranks = ranksOf(leaders);
  const isListed = leaders.some(({ id }) => id === seat.id);
  const more = view.playerCount - leaders.length - (isListed ? 0 : 1);
  return (
    <>
      <Dialog opened={opened} onClose={onClose} title={t(view.teams === undefined ? 'title' : 'titlePlayers')}>
        <ol className={styles.scores}>
          {leaders.map((leader, place) => (
            <Row
              key={nameKey(leader)}
              leader={leader}
              rank={ranks[place] ?? place + 1}
              isOwn={leader.id === seat.id}
              report={reports.get(nameKey(leader))}
              onReport={() => setAsked(leader)}
            />
          ))}
          {!isListed && <Row leader={seat} rank={rankInView(view, seat)} isOwn />}
        </ol>
        {more > 0 && <p className={styles.more}>{t('more', { count: more })}</p>}
      </Dialog>
      <Confirm
        opened={opened && asked !== null}
        title={t('reportTitle', { name: asked?.name ?? '' })}
        text={t('reportText')}
        yes={t('reportYes')}
        onClose={() => setAsked(null)}
        onYes={() => asked && void report(asked)}
      />
    </>
  );
}

/** Another name of the same player can be reported as well. */
const nameKey = ({ id, name }: Leader): string => `${id} ${name}`;

interface RowProps {
  readonly leader: Leader;
  readonly rank: number;
  readonly isOwn: boolean;
  readonly report?: Report | undefined;
  onReport?(): void;
}

function Row({ leader: { name, score, isActive }, rank, isOwn, report, onReport }: RowProps) {
  return (
    <li data-own={isOwn || undefined} data-away={!isActive || undefined}>
      <span className={styles.rank}>
        <AccessibleText text={`${shared('rank')} ${rank}`}>{rank}</AccessibleText>
      </span>
      <span className={styles.player}>
        <bdi className={styles.name}>{name}</bdi>
        {isOwn && <span className={styles.note}>{shared('you')}</span>}
        {!isActive && <span className={styles.note}>{shared('leftGame')}</span>}
        {!isOwn && <ReportButton name={name} report={report} onReport={() => onReport?.()} />}
      </span>
      <span className={styles.score}>
        <AccessibleText text={shared('points', { count: score, score: figure(score) })}>{figure(score)}</AccessibleText>
      </span>
    </li>
  );
}

interface ReportButtonProps {
  readonly name: string;
  readonly report: Report | undefined;
  onReport(): void;
}

/** Stays where it is once the name is reported, so that the focus does too. */
function ReportButton({ name, report, onReport }: ReportButtonProps) {
  const isDone = report === 'done';
  const isOpen = report === undefined || typeof report === 'object';
  const Sign = isDone ? IconFlagFilled : IconFlag;
  return (
    <>
      <PlainButton
        className={styles.report}
        aria-label={t(isDone ? 'reportedName' : 'reportName', { name })}
        aria-disabled={!isOpen}
        onClick={() => isOpen && onReport()}
      >
        <Sign size={16} aria-hidden />
        {t(isDone ? 'reported' : 'report')}
      </PlainButton>
      <span className="sr-only" role="status">
        {isDone && t('reportedName', { name })}
      </span>
      {typeof report === 'object' && (
        <span className={styles.refusal} role="alert">
          {report.refusal}
        </span>
      )}
    </>
  );
}
