/** A seed in groups of three digits, which can be read out. */
export const seedFact = (seed: number) => String(seed).replace(/\B(?=(\d{3})+$)/g, ' ')

/** '21 Nov 2026, 10:24' in the person's own time. */
export const madeFact = (createdAt: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(createdAt))
