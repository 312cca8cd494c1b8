import { Button, Textarea } from '@mantine/core';
import type { TemplateFacts } from '@earworm/contracts';
import type { CategoryDraft, CategoryId } from '@earworm/rules';
import { useMemo, useState } from 'react';
import type { Refusal } from '../live/board.js';
import { DropZone, EncodingChoice, FileChoice } from '../table-import/file-choice.js';
import { FormError } from '../ui/form.js';
import { ListColumns } from './list-columns.js';
import styles from './list-import.module.css';
import { ListNotes, ListProblem } from './list-notes.js';
import { ListPreview } from './list-preview.js';
import { t } from './texts.js';
import { TEXT_MAX, useList } from './use-list.js';
import { useRows } from './use-rows.js';

export interface ConfirmedList {
  readonly categories: readonly CategoryDraft[];
  readonly questions: number;
  /** Of the file, empty for a pasted list. */
  readonly name: string;
  /** Of a JSON file. */
  readonly facts: TemplateFacts | null;
}

interface Props {
  readonly storageKey: string;
  readonly takesIncomplete: boolean;
  /** The category that the list is for; otherwise it says itself, or the file's name does. */
  readonly into?: { readonly categoryId: CategoryId; readonly name: string; readonly points: readonly number[] };
  /** The refusal, or null when all of it was added. */
  readonly onConfirm: (list: ConfirmedList) => Promise<Refusal | null>;
  readonly onDone: () => void;
}

const FILES = '.csv,.tsv,.txt,.json,text/csv,text/plain,application/json';

/** One importer for every list: pasted, CSV or JSON. Nothing is added before it is confirmed. */
export function ListImport({ storageKey, takesIncomplete, into, onConfirm, onDone }: Props) {
  const source = useList(storageKey);
  const { reading } = source;
  const own = source.name || t('songs');
  const target = useMemo(() => ({ category: into?.name ?? own, into }), [into, own]);
  const isText = reading?.kind === 'read' && reading.table === null && reading.facts === null;
  const list = useRows({ rows: source.rows, target, takesIncomplete, isText });
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const read = reading?.kind === 'read' ? reading : null;
  const questions = list.placed.places.size;
  const rows = list.rows.filter(({ categoryOnly }) => !categoryOnly);
  const refused = refusal === null ? undefined : list.rows.find(({ id }) => id === refusal.id);

  const confirm = async () => {
    setBusy(true);
    const categories = list.placed.lists;
    const answer = await onConfirm({ categories, questions, name: source.name, facts: read?.facts ?? null });
    setBusy(false);
    setRefusal(answer);
    if (answer !== null) return;
    source.forget();
    onDone();
  };
  const take = (file: File) => {
    setRefusal(null);
    void source.take(file);
  };

  return (
    <DropZone onFile={take}>
      {read === null && <p className={styles.hint}>{t('lead')}</p>}
      {source.file === null ? (
        <Textarea
          label={t('paste')}
          placeholder={t('placeholder')}
          data-autofocus
          autosize
          minRows={read === null ? 5 : 2}
          maxRows={read === null ? 8 : 2}
          maxLength={TEXT_MAX}
          spellCheck={false}
          dir="auto"
          wrap="off"
          readOnly={busy}
          value={source.text}
          description={source.text.length >= TEXT_MAX ? t('cut', { n: TEXT_MAX }) : undefined}
          onChange={(event) => {
            setRefusal(null);
            source.type(event.currentTarget.value);
          }}
        />
      ) : (
        <p className={styles.file} dir="auto">
          {source.file.name}
        </p>
      )}
      <FileChoice accept={FILES} hasFile={source.file !== null} onFile={take}>
        <Button variant="subtle" onClick={source.dropFile}>
          {t('removeFile')}
        </Button>
      </FileChoice>
      <FormError>{source.problem}</FormError>
      <ListProblem reading={reading} />
      {read !== null && (
        <>
          <ListNotes notes={read.notes} />
          {read.encoding !== null && <EncodingChoice value={read.encoding} onChoose={source.chooseEncoding} />}
          {read.table !== null && source.columns !== null && (
            <ListColumns
              key={read.table.columns.map(({ heading, role }) => heading + role).join('\t')}
              columns={source.columns}
              rows={read.table.rows}
              onChoose={source.chooseColumns}
            />
          )}
        </>
      )}
      <p className={styles.found} role="status">
        {source.isReading && t('reading')}
        {read !== null &&
          [t('found', { count: rows.length }), rows.length > questions && t('left', { count: rows.length - questions })]
            .filter(Boolean)
            .join(' · ')}
      </p>
      {read !== null && (
        <>
          <ListPreview list={list} refusal={refusal} hasCategories={into === undefined} />
          <div className={styles.confirm}>
            <FormError>
              {refusal &&
                (refused === undefined ? refusal.text : t('refusedRow', { n: refused.line, text: refusal.text }))}
            </FormError>
            {questions === 0 && rows.length > 0 && <p className={styles.hint}>{t('noneFound')}</p>}
            <Button fullWidth disabled={list.placed.lists.length === 0} loading={busy} onClick={() => void confirm()}>
              {t('yes', { count: questions })}
            </Button>
          </div>
        </>
      )}
    </DropZone>
  );
}
