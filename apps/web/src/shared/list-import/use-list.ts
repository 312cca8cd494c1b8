import { TEMPLATE_LIMITS } from '@earworm/contracts';
import { cleanText } from '@earworm/rules';
import { useMemo, useState } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { readStored, useStored } from '../live/stored.js';
import { useFile, useReader } from '../table-import/use-file.js';
import type { ListColumn } from './columns.js';
import type { ListReading } from './read-list.js';
import { type ListRow, rowsOfTable } from './rows.js';
import { t } from './texts.js';

const KILOBYTE = 1_000;
/** Longer text would block the page. */
export const TEXT_MAX = 200_000;

const loadReader = () => import('./read-list.js');

/** An exported template may be larger than one that can be made. */
function refuseFile({ name, size }: File): string | null {
  const { contentBytes, importBytes } = TEMPLATE_LIMITS;
  if (size <= (/\.json$/i.test(name) ? importBytes : contentBytes)) return null;
  return t('tooLarge', { name, size: figure(Math.ceil(size / KILOBYTE)) });
}

/** What was pasted or chosen, and what is read from it. Typed text survives a reload. */
export function useList(storageKey: string) {
  const [typed, setTyped] = useState(() => readStored<{ text: string }>(storageKey) ?? { text: '' });
  const forget = useStored(storageKey, typed);
  const [columns, setColumns] = useState<readonly ListColumn[] | null>(null);
  const source = useFile({ refuse: refuseFile, onChange: () => setColumns(null) });
  const { file } = source;
  const { text } = typed;
  const isEmpty = file === null && text.trim() === '';
  const { reader, problem: loadProblem } = useReader(loadReader, !isEmpty);
  const problem = source.problem ?? loadProblem;

  const reading = useMemo<ListReading | null>(() => {
    if (reader === null || isEmpty) return null;
    return file === null ? reader.readList(text) : reader.readBytes(file.bytes, navigator.languages, file.encoding);
  }, [reader, isEmpty, file, text]);
  const rows = useMemo<readonly ListRow[]>(() => {
    if (reading?.kind !== 'read') return [];
    return reading.table === null || columns === null ? reading.rows : rowsOfTable(reading.table.rows, columns);
  }, [reading, columns]);

  return {
    text,
    file,
    problem,
    reading,
    rows,
    isEmpty,
    isReading: !isEmpty && reading === null && problem === null,
    columns: columns ?? (reading?.kind === 'read' ? (reading.table?.columns ?? null) : null),
    /** What the list is called where it does not say. */
    name: file === null ? '' : cleanText(file.name.replace(/\.[^.]*$/, '')),
    type: (next: string) => {
      source.abandon();
      setTyped({ text: next });
    },
    take: source.take,
    dropFile: source.drop,
    chooseEncoding: source.chooseEncoding,
    chooseColumns: setColumns,
    forget,
  };
}
