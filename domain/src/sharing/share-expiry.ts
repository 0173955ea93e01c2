/** The times for which a review link may be open. */
export const shareExpiries = ['1-day', '7-days', '30-days', 'never'] as const
export type ShareExpiry = (typeof shareExpiries)[number]

const dayMs = 86_400_000
const days: Readonly<Record<Exclude<ShareExpiry, 'never'>, number>> = { '1-day': 1, '7-days': 7, '30-days': 30 }

/** When a link expires that is created at `nowMs`, both in milliseconds since 1970; null: never. */
export const shareEnd = (expiry: ShareExpiry, nowMs: number): number | null =>
  expiry === 'never' ? null : nowMs + days[expiry] * dayMs
