import { t } from './texts.js';

/** What a category is called while it has no name; `index` from 0. */
export const nameOf = ({ name }: { readonly name: string }, index: number): string =>
  name.trim() || t('unnamed', { n: index + 1 });
