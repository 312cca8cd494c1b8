import { Select, TagsInput } from '@mantine/core';
import { TextArea } from '../../shared/ui/text-fields.js';
import { TEMPLATE_LIMITS, type TemplateFacts } from '@earworm/contracts';
import { memo } from 'react';
import { useTranslator } from '../../platform/i18n/texts.js';
import { languageChoices } from '../../shared/ui/language-names.js';
import { withFacts } from './draft.js';
import type { Editor } from './editor.js';
import styles from './editor.module.css';
import { t } from './texts.js';

const NONE = 'none';

interface Props {
  readonly facts: TemplateFacts;
  readonly edit: Editor['edit'];
}

export const AboutPanel = memo(function AboutPanel({ facts, edit }: Props) {
  useTranslator();
  return (
    <details className={styles.aboutPanel} open={facts.title === '' || undefined}>
      <summary>{t('about')}</summary>
      <div className={styles.aboutFields}>
        <TextArea
          className={styles.wide}
          label={t('description')}
          description={t('descriptionHint')}
          autosize
          minRows={2}
          maxRows={8}
          dir="auto"
          maxLength={TEMPLATE_LIMITS.descriptionLength}
          value={facts.description}
          onChange={(description) => edit((draft) => withFacts(draft, { description }), 'description')}
        />
        <Select
          label={t('language')}
          searchable
          allowDeselect={false}
          data={[{ value: NONE, label: t('noLanguage') }, ...languageChoices()]}
          value={facts.language ?? NONE}
          onChange={(value) => edit((draft) => withFacts(draft, { language: value === NONE ? null : value }))}
        />
        <TagsInput
          label={t('tags')}
          description={t('tagsHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxTags={TEMPLATE_LIMITS.tags}
          value={facts.tags}
          onChange={(tags) =>
            edit((draft) =>
              withFacts(draft, {
                tags: tags.map((tag) => tag.trim().toLowerCase().slice(0, TEMPLATE_LIMITS.tagLength)).filter(Boolean),
              }),
            )
          }
        />
      </div>
    </details>
  );
});
