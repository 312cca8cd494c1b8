import { SHOW_LIMITS } from '@earworm/contracts';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { dayIn } from '../../shared/shows/show-times.js';
import { ColumnsChoice } from '../../shared/table-import/columns-choice.js';
import { DropZone, EncodingChoice, FileChoice } from '../../shared/table-import/file-choice.js';
import { FileNotes, workbookText } from '../../shared/table-import/file-notes.js';
import { useFile, useReader } from '../../shared/table-import/use-file.js';
import { FormError } from '../../shared/ui/form.js';
import styles from './add-rooms.module.css';
import { fieldName } from './fault-words.js';
import type { RoomsReading } from './read-rooms.js';
import { roomsById } from './room-change.js';
import { NEEDED_FIELDS, ROOM_FIELDS, type RoomColumn, type RoomRole } from './room-columns.js';
import type { SourceProps } from './room-lines.js';
import { t } from './texts.js';
import { useTemplateTitles } from './use-template-titles.js';

const FILES = '.csv,.tsv,.txt,text/csv,text/plain';
/** More than 2,000 of the longest rows have. */
const BYTES_MOST = 5_000_000;
const MEGABYTE = 1_000_000;
const NO_TITLES = new Map<string, never>();

const loadReader = () => import('./read-rooms.js');

const refuseFile = ({ name, size }: File): string | null =>
  size <= BYTES_MOST
    ? null
    : t('fileTooLarge', { name, size: figure(Math.ceil(size / MEGABYTE)), rows: figure(SHOW_LIMITS.roomsMost) });

const ROLES = (): { value: RoomRole; label: string }[] => [
  ...ROOM_FIELDS.map((value) => ({ value, label: fieldName(value) })),
  { value: 'none', label: t('field_none') },
];

/** Rooms of a CSV file, read in the browser. */
export function FileSource({ show, rooms, onLines }: SourceProps) {
  const [chosen, setChosen] = useState<readonly RoomColumn[] | null>(null);
  const source = useFile({ refuse: refuseFile, onChange: () => setChosen(null) });
  const { file } = source;
  const { reader, problem } = useReader(loadReader, file !== null);
  const reading = useMemo<RoomsReading | null>(
    () => (reader === null || file === null ? null : reader.readRooms(file.bytes, navigator.languages, file.encoding)),
    [reader, file],
  );
  const read = reading?.kind === 'read' ? reading : null;
  const columns = chosen ?? read?.columns ?? null;
  const missing = columns === null ? [] : NEEDED_FIELDS.filter((field) => !columns.some(({ role }) => role === field));
  const titles = useTemplateTitles(columns?.some(({ role }) => role === 'template' || role === 'rounds') ?? false);
  const { startsAt, timeZone, settings } = show.facts;
  const lines = useMemo(() => {
    if (reader === null || read === null || columns === null || missing.length > 0 || titles.isPending) return null;
    const context = {
      timeZone,
      day: dayIn(startsAt, timeZone),
      templates: titles.data ?? NO_TITLES,
      rooms: roomsById(rooms),
      blockedNames: settings.blockedNames ?? [],
    };
    return reader.checkRooms(read.rows, columns, context);
  }, [reader, read, columns, missing.length, titles.isPending, titles.data, timeZone, startsAt, rooms, settings]);
  const give = useEffectEvent(onLines);
  useEffect(() => give(lines), [lines]);

  return (
    <DropZone onFile={(next) => void source.take(next)}>
      <p className={styles.hint}>{t('fileLead', { rows: figure(SHOW_LIMITS.roomsMost) })}</p>
      <p className={styles.hint}>{t('fileTeams')}</p>
      {file !== null && (
        <p className={styles.file} dir="auto">
          <b>{file.name}</b>{' '}
          {read &&
            t('fileFacts', { count: read.rows.length, n: figure(read.rows.length), by: separatorName(read.delimiter) })}
        </p>
      )}
      <FileChoice accept={FILES} hasFile={file !== null} onFile={(next) => void source.take(next)} />
      <FormError>{source.problem ?? problem ?? titles.problem}</FormError>
      {reading?.kind === 'refused' && <FormError>{refusalText(reading)}</FormError>}
      {read !== null && (
        <>
          <FileNotes mixed={read.mixed} brokenQuoteAt={read.brokenQuoteAt} />
          {read.encoding !== null && <EncodingChoice value={read.encoding} onChoose={source.chooseEncoding} />}
          {missing.map((field) => (
            <FormError key={field}>{t('columnMissing', { column: fieldName(field) })}</FormError>
          ))}
        </>
      )}
      {read !== null && columns !== null && (
        <ColumnsChoice<RoomRole>
          key={read.columns.map(({ heading, role }) => heading + role).join('\t')}
          columns={columns}
          rows={read.rows}
          roles={ROLES()}
          once={ROOM_FIELDS}
          unused="none"
          needed={NEEDED_FIELDS}
          onChoose={setChosen}
        />
      )}
      <p className={styles.hint} role="status">
        {file !== null && reading === null && problem === null && t('reading')}
        {read !== null && titles.isPending && t('reading')}
      </p>
    </DropZone>
  );
}

const SEPARATORS: Readonly<Record<string, 'byTab' | 'bySemicolon' | 'byComma' | 'byBar'>> = {
  '\t': 'byTab',
  ';': 'bySemicolon',
  ',': 'byComma',
  '|': 'byBar',
};

function separatorName(delimiter: string): string {
  const name = SEPARATORS[delimiter];
  return name === undefined ? delimiter : t(name);
}

function refusalText({ code, n = 0 }: Extract<RoomsReading, { kind: 'refused' }>): string {
  switch (code) {
    case 'excel':
    case 'calc':
    case 'numbers':
      return workbookText(code);
    case 'too-many-rows':
      return t('r_too_many_rows', { rows: figure(SHOW_LIMITS.roomsMost) });
    case 'line-too-long':
      return t('r_line_too_long', { n });
    case 'no-table':
      return t('r_no_table');
    case 'not-text':
      return t('r_not_text');
    default:
      return t('r_empty');
  }
}
