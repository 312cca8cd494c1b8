import { Button, FileButton } from '@mantine/core';
import type { LogoOwner, ShowBrand, ShowLogo } from '@earworm/contracts';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { Logo } from '../../shared/shows/event-band.js';
import { useRereadShows } from '../../shared/shows/use-show.js';
import { FormError } from '../../shared/ui/form.js';
import styles from './events.module.css';
import { PICTURE_TYPES, scaledPicture } from './scaled-picture.js';
import { t } from './texts.js';

interface Props {
  readonly showId: string;
  readonly owner: LogoOwner;
  readonly logo: ShowLogo | null;
  /** As they are saved. */
  readonly colours: ShowBrand['colours'];
}

/** Saved at once, not with the form: a picture does not depend on a version of the texts. */
export function LogoField({ showId, owner, logo, colours }: Props) {
  const reread = useRereadShows();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = async (file: File | null) => {
    setBusy(true);
    setRefusal(null);
    try {
      const picture = file === null ? null : await scaledPicture(file);
      await http.call('setShowLogo', { params: { showId }, body: { picture, ...(owner === 'sponsor' && { owner }) } });
      await reread();
    } catch (error) {
      setRefusal(errorText(error));
    }
    setBusy(false);
  };
  return (
    <section className={styles.card} aria-labelledby={`${owner}-logo`}>
      <h2 id={`${owner}-logo`} className={styles.cardTitle}>
        {t(`${owner}Logo`)}
      </h2>
      <p className={styles.dim}>{t(`${owner}LogoHint`)}</p>
      {logo !== null && <Logo logo={logo} colours={colours} className={styles.logo} text={t(`${owner}LogoNow`)} />}
      <div className={styles.acts}>
        {logo !== null && (
          <Button
            variant="default"
            leftSection={<IconTrash size={20} aria-hidden />}
            disabled={busy}
            aria-describedby={`${owner}-logo`}
            onClick={() => void save(null)}
          >
            {t('logoRemove')}
          </Button>
        )}
        <FileButton accept={PICTURE_TYPES} onChange={(file) => file !== null && void save(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={20} aria-hidden />}
              loading={busy}
              aria-describedby={`${owner}-logo`}
            >
              {t(logo === null ? 'logoChoose' : 'logoReplace')}
            </Button>
          )}
        </FileButton>
      </div>
      <FormError>{refusal}</FormError>
    </section>
  );
}
