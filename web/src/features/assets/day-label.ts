import { assetTexts } from './texts.ts'

/** The day of a moment, `YYYY-MM-DD` in the person's own time. */
export function dayOf(createdAt: string): string {
  const date = new Date(createdAt)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** 'Today', 'Yesterday', or '19 November 2026'. */
export function dayLabel(day: string, now: Date): string {
  if (day === dayOf(now.toISOString())) return assetTexts.today
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (day === dayOf(yesterday.toISOString())) return assetTexts.yesterday
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date(year, month - 1, date))
}
