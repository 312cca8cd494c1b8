import { type CategoryId, findYoutubeLink, type QuestionId } from '@earworm/rules';
import { useMemo, useState } from 'react';
import { type ListRow, openOf, place, type Target } from './rows.js';

export type RowChange = Partial<Pick<ListRow, 'answer' | 'song' | 'link' | 'points' | 'category'>>;

interface Wanted {
  readonly rows: readonly ListRow[];
  readonly target: Target;
  /** Whether unfinished questions may be added. */
  readonly takesIncomplete: boolean;
  /** Lines around links, where one without a link is mostly a heading. */
  readonly isText: boolean;
}

/** What people change of the rows that were read, and which they leave out. */
export function useRows({ rows: read, target, takesIncomplete, isText }: Wanted) {
  const [changes, setChanges] = useState<ReadonlyMap<QuestionId, RowChange>>(new Map());
  const [choices, setChoices] = useState<ReadonlyMap<QuestionId, boolean>>(new Map());
  // Sent again after a lost answer, everything is added once.
  const [ids] = useState(() => new Map<string, CategoryId>());
  const rows = useMemo(() => read.map((row) => changed(row, changes.get(row.id))), [read, changes]);
  const hasLinks = useMemo(() => rows.some(({ link }) => link !== ''), [rows]);
  const mayAdd = (row: ListRow) => takesIncomplete || openOf(row).length === 0;
  const isUsed = (row: ListRow) => {
    if (!mayAdd(row)) return false;
    return choices.get(row.id) ?? (!isText || row.link !== '' || !hasLinks);
  };
  const placed = place(rows.filter(isUsed), target, ids);
  return {
    rows,
    placed,
    mayAdd,
    isUsed,
    choose: (id: QuestionId, use: boolean) => setChoices((before) => new Map(before).set(id, use)),
    change: (id: QuestionId, change: RowChange) =>
      setChanges((before) => new Map(before).set(id, { ...before.get(id), ...change })),
  };
}

function changed(row: ListRow, change: RowChange | undefined): ListRow {
  if (change === undefined) return row;
  const link = change.link === undefined ? row.link : (findYoutubeLink(change.link)?.address ?? change.link);
  const group = change.category === undefined || change.category === row.category ? row.group : null;
  return { ...row, ...change, link, group, notes: [] };
}
