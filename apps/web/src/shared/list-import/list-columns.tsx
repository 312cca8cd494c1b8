import { ColumnsChoice } from '../table-import/columns-choice.js';
import type { TableRow } from '../table-import/read-table.js';
import { type ListColumn, type Role, ROLES } from './columns.js';
import { t } from './texts.js';

interface Props {
  readonly columns: readonly ListColumn[];
  readonly rows: readonly TableRow[];
  readonly onChoose: (columns: readonly ListColumn[]) => void;
}

/** Of these one column is enough. */
const ONCE: readonly Role[] = ['category', 'points', 'link', 'clip'];
const NEEDED: readonly Role[] = ['answer'];

export const ListColumns = (props: Props) => (
  <ColumnsChoice
    {...props}
    roles={ROLES.map((value) => ({ value, label: t(`role_${value}`) }))}
    once={ONCE}
    unused="none"
    needed={NEEDED}
    hint={t('columnsHint')}
  />
);
