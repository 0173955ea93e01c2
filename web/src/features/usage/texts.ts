import type { LedgerEntryShape, UsageShape } from '#contract/money/credits.ts'
import type { LanguagePurpose } from '#domain/credits/ledger.ts'
import { countOf, formatCount } from '#domain/format.ts'

/** The compute usage. */
export const usageTexts = {
  consumed: 'Daily compute limit consumed',
  consumedNow: (shown: string) => `Daily compute limit consumed: ${shown}`,
  percent: (percent: number) => `${percent}%`,
  /** Hundredths of a credit that are left beyond the day's. */
  percentAndLeft: (percent: number, available: number) => `${percent}% · ${formatCount(available / 100)} left`,
  /** Hundredths of a credit. */
  left: (available: number) => `${formatCount(available / 100)} credits left`,
  refresh: 'Daily free units refresh daily.',
  /** The account page of credits. */
  title: 'Usage',
  loading: 'Loading your usage',
  failed: { title: 'This did not load', text: 'Your usage could not be read.' },
  available: 'Available',
  held: (credits: string) => `${credits} more are held for pictures on their way.`,
  sources: {
    daily: 'Daily credits',
    monthly: 'Monthly credits',
    bought: 'Extra credits',
    signup: 'Sign-up credits',
  } satisfies Record<LedgerEntryShape['source'], string>,
  until: (time: string) => `until ${time}`,
  stays: 'never lapse',
  nothing: 'Nothing is left to spend.',
  plans: 'Plans & Pricing',
  spent: 'What your pictures have cost',
  by: { day: 'By day', model: 'By model', project: 'By project', token: 'By token' } satisfies Record<
    UsageShape['by'],
    string
  >,
  columns: {
    day: 'Day',
    model: 'Model',
    project: 'Project',
    token: 'Asked for by',
    images: 'Images',
    credits: 'Credits',
  },
  unnamed: {
    day: 'Unknown day',
    model: 'A model that is gone',
    project: 'A project that is gone',
    token: 'A token that is gone',
  },
  yourself: 'You',
  nothingSpent: 'No picture has cost anything yet.',
  ledger: 'Every entry',
  ledgerText:
    'A price is held when you press Go and paid when the picture or the text is there. What does not arrive is given back.',
  entryColumns: { time: 'Time', kind: 'Entry', source: 'From', credits: 'Credits' },
  kinds: {
    grant: 'Added',
    hold: 'Held for an image',
    settlement: 'Paid: the image is there',
    release: 'Given back',
    lapse: 'Lapsed unused',
  } satisfies Record<LedgerEntryShape['kind'], string>,
  /** Entries about a call of the server's language model. */
  purposes: {
    'improved-prompt': {
      hold: 'Held for improving a prompt',
      settlement: 'Paid: prompt improved',
      release: 'Given back: prompt not improved',
    },
    description: {
      hold: 'Held for describing an image',
      settlement: 'Paid: image described',
      release: 'Given back: image not described',
    },
  } as Readonly<Record<LanguagePurpose, Partial<Record<LedgerEntryShape['kind'], string>>>>,
  /** Of the server's language model. */
  calls: (count: number) => countOf(count, 'call'),
  more: 'Show more',
  loadingMore: 'Loading...',
  csv: 'Download as CSV',
}
