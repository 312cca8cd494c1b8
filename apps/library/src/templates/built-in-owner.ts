/** Whose the templates are that ship with the product. Users' ids come from the identity provider and are never this. */
export const BUILT_IN = { ownerId: 'house', ownerName: 'Earworm', isGuest: false } as const;
