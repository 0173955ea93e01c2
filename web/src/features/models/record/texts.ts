import { formatPrice } from '#domain/format.ts'

export const modelRecordTexts = {
  text: 'How each model has done for you, by your own choices: the races that you decided, and the images that you starred or liked.',
  loading: 'Loading your models',
  failed: { title: 'Your models could not be read.', text: 'Check your connection and try again.' },
  empty: 'Nothing has been made yet. Each model that you use will stand here.',
  columns: {
    model: 'Model',
    wins: 'Races won',
    images: 'Images',
    kept: 'Kept',
    refused: 'Refused',
    wait: 'Median wait',
    perKept: 'Cost per kept image',
  },
  wins: (wins: number, races: number) => (races === 0 ? '—' : `${wins} of ${races}`),
  wait: (seconds: number | null) =>
    seconds === null ? '—' : `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`,
  perKept: (spent: number, kept: number) => {
    if (kept === 0) return '—'
    return spent === 0 ? 'Free' : `${formatPrice(spent / kept)} credits`
  },
}
