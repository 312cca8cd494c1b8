/**
 * What screens take for an admin's address; the server decides by the role alone. The product's own domain, and any
 * that is called admin.
 */
export const looksLikeAdmin = (email: string) => /^admin@|@(.+\.)?(admin|earworm)\.[a-z.]+$/i.test(email.trim());
