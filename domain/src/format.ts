/** Formats of numbers and times for people. */

/** A seed in groups of three digits, which can be read out. */
export const formatSeed = (seed: number) => String(seed).replace(/\B(?=(\d{3})+$)/g, ' ')

// biome-ignore lint/style/noRestrictedGlobals: a time that is given is formatted; no clock is read
const dateOf = (time: string | number) => new Date(time)

/** '21 Nov 2026, 10:24' in the user's time zone. */
export const formatTime = (time: string | number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(dateOf(time))

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
] as const

/**
 * '1 December 2026'. Without `Intl` for the user's own time zone: its first date format takes 40 ms to create, and cards
 * have dates.
 * @param timeZone Default: the user's.
 */
export function formatDate(time: string | number, timeZone?: string): string {
  const date = dateOf(time)
  if (timeZone !== undefined) return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(date)
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`
}

/** A price, '4.00', from hundredths of a credit. */
export const formatPrice = (hundredths: number) => (hundredths / 100).toFixed(2)

/** '1 card', '2 cards': a number of things whose plural ends in s. @param noun In the singular. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** '1,250' */
export const formatCount = (count: number) => new Intl.NumberFormat('en').format(count)

const twoDigits = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const signed = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
})

/** An amount of the account, '1,250.00', from hundredths of a credit. */
export const formatCredits = (hundredths: number) => twoDigits.format(hundredths / 100)

/** '+250.00', '−4.00' and '0.00' from hundredths of a credit, with a true minus. */
export const formatCreditsChange = (hundredths: number) => signed.format(hundredths / 100).replace('-', '−')

const minuteMs = 60_000

/** Formats the time since a moment: '12 min ago'. @param at ISO 8601 @param now Milliseconds since 1970. */
export function agoText(at: string, now: number): string {
  const minutes = Math.floor((now - dateOf(at).getTime()) / minuteMs)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`
  return `${Math.floor(minutes / 60 / 24)} days ago`
}
