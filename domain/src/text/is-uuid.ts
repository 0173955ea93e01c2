/** Whether a text is a UUID as RFC 9562 writes it, of any version; PostgreSQL refuses a statement with anything else. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
