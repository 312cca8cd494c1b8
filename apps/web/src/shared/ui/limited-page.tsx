import { t } from '../../platform/i18n/t.js';
import { EmptyState } from './empty-state.js';
import { PageFrame } from './page-frame.js';

interface Props {
  readonly title: string;
  readonly hint: string;
}

/** Instead of a page that this account may not see. */
export const LimitedPage = ({ title, hint }: Props) => (
  <PageFrame title={title}>
    <div role="alert">
      <EmptyState title={t('limitedAccess')} hint={hint} />
    </div>
  </PageFrame>
);
