import { Button } from '@mantine/core';
import { RefusedError, type TemplateDetail } from '@earworm/contracts';
import { IconCopy, IconFlag, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { errorText } from '../../platform/notifications/notify.js';
import { EmptyState } from '../../shared/ui/empty-state.js';
import { languageName } from '../../shared/ui/language-names.js';
import { figure } from '../../platform/i18n/numbers.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import styles from './library.module.css';
import { ReportDialog } from './report-dialog.js';
import { StartButton } from './start-button.js';
import { titleOf } from './template-card.js';
import card from './template-card.module.css';
import { TemplateMenu } from './template-menu.js';
import { useTemplate } from './template-query.js';
import { t } from './texts.js';
import { useTemplateActions } from './use-template-actions.js';

function Board({ board, language }: Pick<TemplateDetail, 'board' | 'language'>) {
  if (board.length === 0) return <p className={styles.hint}>{t('boardEmpty')}</p>;
  return (
    <ul className={styles.board} tabIndex={0} aria-label={t('board')}>
      {board.map(({ name, points }, index) => (
        <li key={index} className={styles.column}>
          <h3 dir="auto" lang={language ?? ''}>
            {name || '–'}
          </h3>
          <ul className={styles.tiles}>
            {points.map((each, tile) => (
              <li key={tile}>{figure(each)}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Actions({ template }: { template: TemplateDetail }) {
  const { templateId, mine } = template;
  const [reporting, setReporting] = useState(false);
  const [copying, setCopying] = useState(false);
  const { copy } = useTemplateActions(templateId);
  const navigate = useNavigate();
  const makeCopy = async () => {
    setCopying(true);
    if (await copy()) await navigate('/my-templates');
    setCopying(false);
  };
  return (
    <section className={styles.panel} data-actions>
      <StartButton size="lg" template={template} />
      {mine ? (
        <div className={styles.buttons}>
          <Button
            flex={1}
            variant="default"
            component={Link}
            to={`/template/edit/${templateId}`}
            leftSection={<IconPencil size={20} aria-hidden />}
          >
            {t('edit')}
          </Button>
          <TemplateMenu template={template} onDeleted={() => void navigate('/my-templates')} />
        </div>
      ) : (
        <>
          <Button
            variant="default"
            loading={copying}
            leftSection={<IconCopy size={20} aria-hidden />}
            onClick={() => void makeCopy()}
          >
            {t('copy')}
          </Button>
          <Button variant="subtle" leftSection={<IconFlag size={20} aria-hidden />} onClick={() => setReporting(true)}>
            {t('report')}
          </Button>
        </>
      )}
      <ReportDialog templateId={templateId} opened={reporting} onClose={() => setReporting(false)} />
    </section>
  );
}

function Detail({ template }: { template: TemplateDetail }) {
  const { description, tags, language, ownerName, takenDown, mine, useCount } = template;
  return (
    <PageFrame
      title={titleOf(template)}
      lead={
        <span className={card.facts}>
          <span dir="auto">{mine ? t(template.publishedAt ? 'public' : 'draft') : t('by', { name: ownerName })}</span>
          <span>{t('categories', { count: template.categoryCount })}</span>
          <span>{t('questions', { count: template.questionCount })}</span>
          {useCount > 0 && <span>{t('uses', { count: useCount })}</span>}
          {language && <span>{languageName(language)}</span>}
        </span>
      }
    >
      <div className={styles.detail}>
        <section className={styles.panel}>
          {takenDown !== null && <p className={styles.warning}>{t('takenDownWhy', { why: takenDown })}</p>}
          {description && (
            <p className={styles.description} dir="auto" lang={language ?? ''}>
              {description}
            </p>
          )}
          {tags.length > 0 && (
            <ul className={card.tags} aria-label={t('tags')}>
              {tags.map((tag) => (
                <li key={tag}>
                  <Link to={`/browse-templates?tags=${encodeURIComponent(tag)}`} dir="auto" lang={language ?? ''}>
                    {tag}
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <h2>{t('board')}</h2>
          <p className={styles.hint}>{t('boardHint')}</p>
          <Board board={template.board} language={language} />
        </section>
        <Actions template={template} />
      </div>
    </PageFrame>
  );
}

export function TemplatePage() {
  const { templateId = '' } = useParams();
  const { data, error, isPending, refetch } = useTemplate(templateId);
  if (data) return <Detail template={data} />;
  if (isPending)
    return (
      <PageFrame title={t('library')}>
        <Skeletons label={t('loading')} count={1} height={320} radius="lg" />
      </PageFrame>
    );
  const isGone = error instanceof RefusedError && ['template-not-found', 'bad-request'].includes(error.code);
  return (
    <PageFrame title={t('library')}>
      <EmptyState
        title={errorText(isGone ? new RefusedError('template-not-found') : error)}
        hint={isGone ? t('nothingFoundHint') : t('failedHint')}
        action={
          isGone ? (
            <Button component={Link} to="/browse-templates">
              {t('seeAll')}
            </Button>
          ) : (
            <Button onClick={() => void refetch()}>{t('tryAgain')}</Button>
          )
        }
      />
    </PageFrame>
  );
}
