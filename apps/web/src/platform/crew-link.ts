const CREW_PATH = '/crew';

/** Only in memory: it lets one person into the crew of a game. */
let link: string | null = null;

/** Before anything renders: neither history nor a report of an error may contain the secret. */
export function takeCrewLink(): void {
  if (location.pathname !== CREW_PATH || location.hash.length < 2) return;
  link = location.hash.slice(1);
  history.replaceState(null, '', CREW_PATH);
}

/** Of the address that this page was opened with; null after a reload. */
export const crewLinkOfPage = (): string | null => link;

/** Browsers do not send the fragment, with the secret in it, to the server. */
export const crewLink = (origin: string, linkId: string, secret: string) => `${origin}${CREW_PATH}#${linkId}.${secret}`;
