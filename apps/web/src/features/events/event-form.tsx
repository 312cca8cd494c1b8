import { Button, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { hasContrast, SHOW_LIMITS, type ShowFacts } from '@earworm/contracts';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOf, t as shared } from '../../platform/i18n/t.js';
import { SettingsFields, t as settingsText } from '../../shared/game-settings/settings-fields.js';
import { zoneName } from '../../shared/shows/show-times.js';
import { Form, FormError } from '../../shared/ui/form.js';
import { languageChoices } from '../../shared/ui/language-names.js';
import { TextField } from '../../shared/ui/text-fields.js';
import { type EventDraft, factsOf, OWN_COLOURS } from './event-draft.js';
import styles from './events.module.css';
import { networksFault, NetworksField } from './networks-field.js';
import { t } from './texts.js';
import { ThresholdsField } from './thresholds-field.js';

interface Props {
  readonly initial: EventDraft;
  /** What is saved by itself. */
  readonly logos?: ReactNode;
  readonly submitText: string;
  /** Where *Cancel* leads. */
  readonly back: string;
  readonly busy: boolean;
  readonly refusal: string | null;
  onSubmit(facts: ShowFacts): void;
}

const NONE = 'none';
/** UTF-16 units of a character that people count as one. */
const UNITS = 8;

function zonesWith(chosen: string): { value: string; label: string }[] {
  const zones = new Set([chosen, ...Intl.supportedValuesOf('timeZone'), 'UTC']);
  return [...zones].map((value) => ({ value, label: zoneName(value) }));
}

export function EventForm({ initial, logos, submitText, back, busy, refusal, onSubmit }: Props) {
  const [draft, setDraft] = useState(initial);
  const [problem, setProblem] = useState<'event-name-required' | 'incomplete' | 'event-colours' | 'networks' | null>(
    null,
  );
  const zones = useMemo(() => zonesWith(initial.timeZone), [initial.timeZone]);
  const change = (part: Partial<EventDraft>) => {
    setDraft({ ...draft, ...part });
    setProblem(null);
  };
  const { colours } = draft;
  const submit = () => {
    const facts = factsOf(draft);
    if (draft.name.trim() === '') return setProblem('event-name-required');
    if (facts === null) return setProblem('incomplete');
    if (colours !== null && !hasContrast(colours.text, colours.background)) return setProblem('event-colours');
    if (networksFault(draft.networks) !== null) return setProblem('networks');
    onSubmit(facts);
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <section className={styles.card} aria-labelledby="event-facts">
        <h2 id="event-facts" className={styles.cardTitle}>
          {t('facts')}
        </h2>
        <TextField
          label={t('name')}
          withAsterisk
          required
          dir="auto"
          autoComplete="off"
          data-autofocus
          maxLength={SHOW_LIMITS.nameLength * UNITS}
          error={problem === 'event-name-required' && messageOf(problem)}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
        <div className={styles.pair}>
          <TextInput
            type="datetime-local"
            label={t('start')}
            withAsterisk
            required
            value={draft.start}
            onChange={(event) => change({ start: event.currentTarget.value })}
          />
          <Select
            label={t('timeZone')}
            searchable
            allowDeselect={false}
            data={zones}
            // These names are English everywhere.
            renderOption={({ option }) => <span lang="en">{option.label}</span>}
            value={draft.timeZone}
            onChange={(timeZone) => timeZone !== null && change({ timeZone })}
          />
        </div>
        <TextField
          label={t('place')}
          dir="auto"
          autoComplete="off"
          maxLength={SHOW_LIMITS.placeLength * UNITS}
          value={draft.place}
          onChange={(place) => change({ place })}
        />
        <div className={styles.pair}>
          <NumberInput
            label={t('peoplePerRoom')}
            withAsterisk
            required
            min={1}
            max={SHOW_LIMITS.peoplePerRoomMost}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="strict"
            value={draft.peoplePerRoom}
            onChange={(value) => change({ peoplePerRoom: value === '' ? '' : Number(value) })}
          />
          <NumberInput
            label={t('keepDays')}
            description={t('keepDaysHint')}
            withAsterisk
            required
            min={1}
            max={SHOW_LIMITS.keepDaysMost}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="strict"
            value={draft.keepDays}
            onChange={(value) => change({ keepDays: value === '' ? '' : Number(value) })}
          />
        </div>
        <Select
          label={t('language')}
          description={t('languageHint')}
          searchable
          allowDeselect={false}
          data={[{ value: NONE, label: t('noLanguage') }, ...languageChoices()]}
          value={draft.language ?? NONE}
          onChange={(value) => change({ language: value === NONE ? null : value })}
        />
      </section>
      <section className={styles.card} aria-labelledby="event-venue">
        <h2 id="event-venue" className={styles.cardTitle}>
          {t('venue')}
        </h2>
        <NetworksField
          value={draft.networks}
          isFaulty={problem === 'networks'}
          onChange={(networks) => change({ networks })}
        />
      </section>
      <ThresholdsField value={draft.thresholds} onChange={(thresholds) => change({ thresholds })} />
      <section className={styles.card} aria-labelledby="event-games">
        <h2 id="event-games" className={styles.cardTitle}>
          {settingsText('settings')}
        </h2>
        <SettingsFields
          atDesk={false}
          settings={draft.settings}
          timeTrialMode={draft.timeTrialMode}
          onSettings={(settings) => change({ settings: { ...draft.settings, ...settings } })}
          onTimeTrial={(timeTrialMode) => change({ timeTrialMode })}
        />
      </section>
      <section className={styles.card} aria-labelledby="event-colours">
        <h2 id="event-colours" className={styles.cardTitle}>
          {t('colours')}
        </h2>
        <Switch
          label={t('ownColours')}
          checked={colours !== null}
          onChange={(event) => change({ colours: event.currentTarget.checked ? OWN_COLOURS : null })}
        />
        {colours !== null && (
          <>
            <div className={styles.pair}>
              <TextInput
                type="color"
                label={t('colourText')}
                value={colours.text}
                onChange={(event) => change({ colours: { ...colours, text: event.currentTarget.value } })}
              />
              <TextInput
                type="color"
                label={t('colourBackground')}
                value={colours.background}
                onChange={(event) => change({ colours: { ...colours, background: event.currentTarget.value } })}
              />
            </div>
            <p
              className={styles.sample}
              style={{ color: colours.text, backgroundColor: colours.background }}
              dir="auto"
              aria-hidden
            >
              {draft.name || t('name')}
            </p>
            {!hasContrast(colours.text, colours.background) && <FormError>{messageOf('event-colours')}</FormError>}
          </>
        )}
      </section>
      {logos}
      <FormError>{problem === 'incomplete' ? t('incomplete') : refusal}</FormError>
      <div className={styles.acts}>
        <Button variant="default" component={Link} to={back}>
          {shared('cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {submitText}
        </Button>
      </div>
    </Form>
  );
}
