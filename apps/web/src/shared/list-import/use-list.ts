import { TEMPLATE_LIMITS } from '@earworm/contracts';
import { cleanText } from '@earworm/rules';
import { useEffect, useMemo, useRef, useState } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { readStored, useStored } from '../live/stored.js';
import type { Column } from './columns.js';
import type { Encoding } from './encodings.js';
import type { ListReading } from './read-list.js';
import { type ListRow, rowsOfTable } from './rows.js';
import { t } from './texts.js';

interface ListFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly encoding?: Encoding;
}
type Reader = typeof import('./read-list.js');

const KILOBYTE = 1_000;
/** Longer text would block the page. */
export const TEXT_MAX = 200_000;

const bytesOf = (file: File): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsArrayBuffer(file);
  });

/** Loaded with the first list: parser and detector are of no use before. */
const loadReader = () => import('./read-list.js');

/** What was pasted or chosen, and what is read from it. Typed text survives a reload. */
export function useList(storageKey: string) {
  const [typed, setTyped] = useState(() => readStored<{ text: string }>(storageKey) ?? { text: '' });
  const forget = useStored(storageKey, typed);
  const [file, setFile] = useState<ListFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [reader, setReader] = useState<Reader | null>(null);
  const [columns, setColumns] = useState<readonly Column[] | null>(null);
  // Of several files chosen quickly, the last one counts, whichever is read first.
  const choices = useRef(0);
  const { text } = typed;
  const isEmpty = file === null && text.trim() === '';

  useEffect(() => {
    if (reader !== null || isEmpty) return;
    let gone = false;
    loadReader().then(
      (loaded) => !gone && setReader(loaded),
      () => !gone && setProblem(t('readFailed')),
    );
    return () => void (gone = true);
  }, [reader, isEmpty]);

  const reading = useMemo<ListReading | null>(() => {
    if (reader === null || isEmpty) return null;
    return file === null ? reader.readList(text) : reader.readBytes(file.bytes, navigator.languages, file.encoding);
  }, [reader, isEmpty, file, text]);
  const rows = useMemo<readonly ListRow[]>(() => {
    if (reading?.kind !== 'read') return [];
    return reading.table === null || columns === null ? reading.rows : rowsOfTable(reading.table.rows, columns);
  }, [reading, columns]);

  const start = () => {
    setColumns(null);
    setProblem(null);
  };
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
      choices.current++;
      start();
      setTyped({ text: next });
    },
    take: async (chosen: File) => {
      const { name, size } = chosen;
      const own = ++choices.current;
      start();
      // An exported template may be larger than one that can be made.
      const { contentBytes, importBytes } = TEMPLATE_LIMITS;
      if (size > (/\.json$/i.test(name) ? importBytes : contentBytes))
        return setProblem(t('tooLarge', { name, size: figure(Math.ceil(size / KILOBYTE)) }));
      const bytes = await bytesOf(chosen).catch(() => null);
      if (own !== choices.current) return;
      if (bytes === null) return setProblem(t('unreadable', { name }));
      setFile({ name, bytes });
    },
    dropFile: () => {
      choices.current++;
      start();
      setFile(null);
    },
    chooseEncoding: (encoding: Encoding) => {
      start();
      setFile((before) => before && { ...before, encoding });
    },
    chooseColumns: setColumns,
    forget,
  };
}
