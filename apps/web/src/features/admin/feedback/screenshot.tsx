import { Anchor } from '@mantine/core';
import type { Feedback } from '@earworm/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { http } from '../../../platform/http/http.js';
import { READ_ONCE } from '../../../platform/http/queries.js';
import { Failed } from '../../../shared/ui/empty-state.js';
import { Skeletons } from '../../../shared/ui/skeletons.js';
import styles from './feedback-detail.module.css';
import { t } from './texts.js';

/** Shorter than an address is valid. */
const GOOD_FOR_MS = 240_000;

export function Screenshot({ entry: { feedbackId, title } }: { entry: Feedback }) {
  const [broken, setBroken] = useState<string | null>(null);
  const query = useQuery({
    ...READ_ONCE,
    queryKey: ['feedback-screenshot', feedbackId],
    queryFn: () => http.call('readScreenshot', { params: { feedbackId } }),
    staleTime: GOOD_FOR_MS,
    gcTime: GOOD_FOR_MS,
  });
  const url = query.data?.url;
  const isUnavailable = query.isError || (url !== undefined && broken === url);
  const loadAgain = () => {
    setBroken(null);
    return query.refetch();
  };
  return (
    <figure className={styles.screenshot}>
      {query.isPending && <Skeletons label={t('screenshotLoading')} count={1} height={180} />}
      {isUnavailable && (
        <Failed
          title={t('screenshotAway')}
          hint={t('failedHint')}
          query={{ isFetching: query.isFetching, refetch: loadAgain }}
        />
      )}
      {url !== undefined && !isUnavailable && (
        <>
          <img src={url} alt={t('screenshotOf', { title })} onError={() => setBroken(url)} />
          <figcaption>
            <Anchor href={url} target="_blank" rel="noreferrer" underline="always">
              {t('full')}
            </Anchor>
          </figcaption>
        </>
      )}
    </figure>
  );
}
