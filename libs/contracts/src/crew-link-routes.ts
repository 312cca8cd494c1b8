import { z } from 'zod';
import * as calls from './calls/crew-links.js';
import { answersOf, route } from './route.js';

const ofGame = z.strictObject({ gameId: z.string().max(80) });

export const CREW_LINK_ROUTES = {
  createCrewLink: route({
    access: 'signed-in',
    price: 2,
    summary: 'A link by which one person joins the crew of a game; its secret is shown once (members with all rights)',
    params: ofGame,
    body: calls.CrewLinkWish,
    ...answersOf(calls.createCrewLink, 'invalid-game-id'),
  }),
  listCrewLinks: route({
    access: 'signed-in',
    price: 2,
    summary: 'Links by which people join the crew of a game, newest first, without secrets (members with all rights)',
    params: ofGame,
    ...answersOf(calls.listCrewLinks, 'invalid-game-id'),
  }),
  revokeCrewLink: route({
    access: 'signed-in',
    price: 2,
    summary: 'Revoke a link by which a user could join the crew of a game (members with all rights)',
    params: ofGame.extend({ linkId: z.uuid() }),
    ...answersOf(calls.revokeCrewLink, 'invalid-game-id'),
  }),
  lookAtCrewLink: route({
    access: 'public',
    price: 2,
    summary: 'What a link to the crew of a game shows before it is used; a wrong one costs as a wrong game code',
    /** In the body: addresses are logged. */
    body: z.strictObject({ link: calls.CrewLinkText }),
    ...answersOf(calls.lookAtCrewLink, 'limit-join'),
  }),
  askForCrewLink: route({
    access: 'public',
    price: 2,
    summary: 'Ask the members with all rights for another link instead of one that was used or has expired',
    body: z.strictObject({ link: calls.CrewLinkText }),
    ...answersOf(calls.askForCrewLink, 'limit-join', ...calls.lookAtCrewLink.errors),
  }),
  useCrewLink: route({
    access: 'signed-in',
    price: 2,
    summary: 'Join the crew of a game by a link; the same user may repeat it',
    body: z.strictObject({ link: calls.CrewLinkText, name: calls.useCrewLink.request.shape.name }),
    ...answersOf(calls.useCrewLink, 'limit-join'),
  }),
} as const;
