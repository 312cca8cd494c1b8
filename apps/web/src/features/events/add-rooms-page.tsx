import { Button } from '@mantine/core';
import type { Room, ShowDetail, TemplateSummary } from '@earworm/contracts';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { errorText } from '../../platform/notifications/notify.js';
import { titleOf } from '../../shared/board-editor/add-template.js';
import { TemplatePicker } from '../../shared/board-editor/load-dialog.js';
import { useRooms, useShow } from '../../shared/shows/use-show.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { EmptyState, Failed } from '../../shared/ui/empty-state.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import { Tabs } from '../../shared/ui/tabs.js';
import styles from './add-rooms.module.css';
import { CopySource } from './copy-source.js';
import { FileSource } from './file-source.js';
import { FormSource } from './form-source.js';
import { LaterRoundsField } from './later-rounds-field.js';
import { roomsById, templateFor } from './room-change.js';
import type { RoomLine } from './room-lines.js';
import { RoomsPreview } from './rooms-preview.js';
import { t } from './texts.js';

export function AddRoomsPage() {
  const { showId = '' } = useParams();
  const query = useShow(showId);
  const rooms = useRooms(showId, query.data);
  const show = query.data;
  const isReady = show !== undefined && rooms.data !== undefined;
  const failed = query.isError ? query : rooms;
  return (
    <PageFrame
      title={t('addRooms')}
      lead={show && <Link to={`/events/${showId}`}>{t('toEvent', { name: show.facts.name })}</Link>}
    >
      {!isReady && (query.isError || rooms.isError) && (
        <Failed title={t('failedOne')} hint={errorText(failed.error)} query={failed} />
      )}
      {!isReady && !query.isError && !rooms.isError && (
        <Skeletons label={t('loading')} count={2} height={160} className={styles.rows} />
      )}
      {isReady && (show.role !== 'operator' || show.deletedAt !== null) && <EmptyState title={t('notOperator')} />}
      {isReady && show.role === 'operator' && show.deletedAt === null && <AddRooms show={show} rooms={rooms.data} />}
    </PageFrame>
  );
}

type Way = 'file' | 'form' | 'copy';

function AddRooms({ show, rooms }: { show: ShowDetail; rooms: readonly Room[] }) {
  const [way, setWay] = useState<Way>('file');
  const [lines, setLines] = useState<Partial<Record<Way, readonly RoomLine[] | null>>>({});
  const [template, setTemplate] = useState<TemplateSummary | null>(null);
  const [later, setLater] = useState<readonly TemplateSummary[]>([]);
  const giveAs = (of: Way) => (found: readonly RoomLine[] | null) => setLines((before) => ({ ...before, [of]: found }));
  const given = lines[way] ?? null;
  const found = useMemo(
    () => given && withLaterRounds(withTemplate(given, rooms, template), later),
    [given, rooms, template, later],
  );
  return (
    <>
      <Tabs<Way>
        className={styles.tabs}
        tabs={[
          {
            value: 'file',
            title: t('wayFile'),
            panel: <FileSource show={show} rooms={rooms} onLines={giveAs('file')} />,
          },
          {
            value: 'form',
            title: t('wayForm'),
            panel: <FormSource show={show} rooms={rooms} onLines={giveAs('form')} />,
          },
          {
            value: 'copy',
            title: t('wayCopy'),
            panel: <CopySource show={show} rooms={rooms} onLines={giveAs('copy')} />,
          },
        ]}
        onChange={setWay}
      />
      <TemplateField template={template} onChoose={setTemplate} />
      <LaterRoundsField rounds={later} onChange={setLater} />
      {found !== null && found.length > 0 && <RoomsPreview key={way} show={show} rooms={rooms} lines={found} />}
    </>
  );
}

/** For rows that name no template. */
function withTemplate(lines: readonly RoomLine[], rooms: readonly Room[], template: TemplateSummary | null) {
  const known = roomsById(rooms);
  return lines.map((line): RoomLine => {
    if (line.row === null || line.row.templateId !== null) return line;
    const templateId = templateFor(known.get(line.row.ownId), template?.templateId ?? null);
    const title = template !== null && templateId === template.templateId ? titleOf(template) : '';
    return { ...line, cells: { ...line.cells, template: title }, row: { ...line.row, templateId } };
  });
}

/** For rows that plan none. */
function withLaterRounds(lines: readonly RoomLine[], later: readonly TemplateSummary[]) {
  if (later.length === 0) return lines;
  const laterTemplateIds = later.map(({ templateId }) => templateId);
  const rounds = later.map(titleOf).join(' | ');
  return lines.map((line): RoomLine => {
    if (line.row === null || line.row.laterTemplateIds.length > 0) return line;
    return { ...line, cells: { ...line.cells, rounds }, row: { ...line.row, laterTemplateIds } };
  });
}

interface TemplateFieldProps {
  readonly template: TemplateSummary | null;
  onChoose(template: TemplateSummary | null): void;
}

function TemplateField({ template, onChoose }: TemplateFieldProps) {
  const [isChoosing, choose] = useState(false);
  return (
    <div className={styles.template}>
      <div>
        <span className={styles.label}>{t('template')}</span>
        <span className={styles.hint} dir="auto">
          {template === null ? t('templateNone') : titleOf(template)}
        </span>
      </div>
      <Button variant="default" onClick={() => choose(true)}>
        {t(template === null ? 'templateChoose' : 'templateOther')}
      </Button>
      {template !== null && (
        <Button variant="subtle" onClick={() => onChoose(null)}>
          {t('templateClear')}
        </Button>
      )}
      <Dialog opened={isChoosing} onClose={() => choose(false)} title={t('templateChoose')} size="lg">
        <TemplatePicker
          onPick={(picked) => {
            onChoose(picked);
            choose(false);
          }}
        />
      </Dialog>
    </div>
  );
}
