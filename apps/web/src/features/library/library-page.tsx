import { Anchor, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../platform/session/session.js';
import { EmptyState } from '../../shared/ui/empty-state.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { ImportButton } from './import-button.js';
import styles from './library.module.css';
import { NewTemplateButton } from './new-template-button.js';
import { StartButton } from './start-button.js';
import { TemplateList } from './template-list.js';
import { useMyTemplates, useTemplates } from './template-query.js';
import { t } from './texts.js';

const SHOWN = 3;

interface SectionProps {
  readonly title: string;
  readonly to: string;
  readonly link: string;
  readonly children: ReactNode;
}

const Section = ({ title, to, link, children }: SectionProps) => (
  <section className={styles.section}>
    <div className={styles.sectionHead}>
      <h2>{title}</h2>
      <Anchor component={Link} to={to}>
        {link}
      </Anchor>
    </div>
    {children}
  </section>
);

export function LibraryPage() {
  const mine = useMyTemplates(1);
  const popular = useTemplates({ page: 1 });
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  return (
    <PageFrame
      title={t('library')}
      lead={t('libraryLead')}
      actions={
        isAdmin && (
          <Button variant="default" component={Link} to="/library/reports">
            {t('reports')}
          </Button>
        )
      }
    >
      <section>
        <div className={styles.sectionHead}>
          <h2>{t('ways')}</h2>
        </div>
        <div className={styles.ways}>
          <div>
            <h3>{t('wayNew')}</h3>
            <p className={styles.hint}>{t('wayNewHint')}</p>
            <NewTemplateButton />
          </div>
          <div>
            <h3>{t('wayImport')}</h3>
            <p className={styles.hint}>{t('wayImportHint')}</p>
            <ImportButton />
          </div>
          <div>
            <h3>{t('wayGame')}</h3>
            <p className={styles.hint}>{t('wayGameHint')}</p>
            <Button variant="default" component={Link} to="/game-history">
              {t('wayGameGo')}
            </Button>
          </div>
        </div>
      </section>
      <Section title={t('continueEditing')} to="/my-templates" link={t('seeMine')}>
        <TemplateList
          ofOwner
          query={mine}
          templates={mine.data?.templates.slice(0, SHOWN)}
          actions={(template) => <StartButton variant="light" template={template} />}
          empty={<EmptyState title={t('mineEmpty')} hint={t('mineEmptyHint')} />}
        />
      </Section>
      <Section title={t('popular')} to="/browse-templates" link={t('seeAll')}>
        <TemplateList
          query={popular}
          templates={popular.data?.templates.slice(0, 2 * SHOWN)}
          actions={(template) => <StartButton variant="light" template={template} />}
          empty={<EmptyState title={t('nothingFound')} hint={t('nothingFoundHint')} />}
        />
      </Section>
    </PageFrame>
  );
}
