import { newUuid } from '@earworm/client';
import { type RefusedError, type ShowFacts } from '@earworm/contracts';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { errorText, notify } from '../../platform/notifications/notify.js';
import { useRereadShows, useShow } from '../../shared/shows/use-show.js';
import { Failed } from '../../shared/ui/empty-state.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import { draftOf, newDraft } from './event-draft.js';
import { EventForm } from './event-form.js';
import styles from './events.module.css';
import { LogoField } from './logo-field.js';
import { t } from './texts.js';

/** As the stage of the event shows it. */
const ON_WHITE = { text: '#000000', background: '#ffffff' } as const;

export function NewEventPage() {
  const navigate = useNavigate();
  const reread = useRereadShows();
  const [draft] = useState(() => newDraft(Date.now()));
  // Sent again after a lost answer, it is one event.
  const [showId] = useState(newUuid);
  const { busy, refusal, run } = useSaving();
  const create = (facts: ShowFacts) =>
    run(async () => {
      await http.call('createShow', { body: { showId, facts } });
      await reread();
      await navigate(`/events/${showId}`, { replace: true });
    });
  return (
    <PageFrame title={t('create')} lead={t('createLead')} narrow>
      <EventForm
        initial={draft}
        submitText={t('createYes')}
        back="/events"
        busy={busy}
        refusal={refusal}
        onSubmit={(facts) => void create(facts)}
      />
    </PageFrame>
  );
}

export function EditEventPage() {
  const { showId = '' } = useParams();
  const navigate = useNavigate();
  const reread = useRereadShows();
  const query = useShow(showId);
  // What was opened is edited: a change made elsewhere is refused, not overwritten.
  const [opened, setOpened] = useState<typeof query.data>(undefined);
  if (opened === undefined && query.data !== undefined && !query.isFetching) setOpened(query.data);
  const { busy, refusal, run } = useSaving();
  const back = `/events/${showId}`;
  const save = (facts: ShowFacts, basedOn: number) =>
    run(async () => {
      await http.call('saveShow', { params: { showId }, body: { basedOn, facts } });
      await reread();
      await notify(t('saved'), 'success');
      await navigate(back, { replace: true });
    });
  return (
    <PageFrame title={t('edit')} lead={t('editLead')} narrow>
      {opened === undefined && query.isError && (
        <Failed title={t('failedOne')} hint={errorText(query.error as RefusedError)} query={query} />
      )}
      {opened === undefined && !query.isError && (
        <Skeletons label={t('loading')} count={2} height={200} className={styles.list} />
      )}
      {opened !== undefined && (
        <EventForm
          initial={draftOf(opened.facts)}
          logos={
            <>
              <LogoField showId={showId} owner="event" logo={query.data?.logo ?? null} colours={opened.facts.colours} />
              <LogoField showId={showId} owner="sponsor" logo={query.data?.sponsorLogo ?? null} colours={ON_WHITE} />
            </>
          }
          submitText={t('save')}
          back={back}
          busy={busy}
          refusal={refusal}
          onSubmit={(facts) => void save(facts, opened.version)}
        />
      )}
    </PageFrame>
  );
}

function useSaving() {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      setRefusal(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, run };
}
