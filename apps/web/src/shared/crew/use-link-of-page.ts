import { useEffect, useState } from 'react';
import { crewLinkOfPage, takeCrewLink } from '../../platform/crew-link.js';

/** The link that this page was opened with, also after another one was opened in the same tab. */
export function useLinkOfPage(): string | null {
  const [link, setLink] = useState(crewLinkOfPage);
  useEffect(() => {
    const take = () => {
      takeCrewLink();
      setLink(crewLinkOfPage());
    };
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return link;
}
