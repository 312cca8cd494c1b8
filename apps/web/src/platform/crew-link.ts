/** Only in memory: it lets one person into the crew of a game, or one account onto the staff of an event. */
let link: string | null = null;

/**
 * Before anything renders: neither history nor a report of an error may contain the secret. Part of the first load, so
 * kept small; `crewLink` and `staffLink` of `shared/invite` make such addresses.
 */
export function takeCrewLink(): void {
  const { pathname, hash } = location;
  if ((pathname !== '/crew' && pathname !== '/event-staff') || hash === '') return;
  link = hash.slice(1);
  history.replaceState(null, '', pathname);
}

/** Of the address that this page was opened with; null after a reload. */
export const crewLinkOfPage = (): string | null => link;
