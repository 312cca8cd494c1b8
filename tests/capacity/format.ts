export const number = (value: number) => Math.round(value).toLocaleString('en');
export const cores = (value: number) => value.toFixed(value < 0.1 ? 3 : 2);
export const percent = (share: number) => `${Math.round(share * 100)} %`;
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
