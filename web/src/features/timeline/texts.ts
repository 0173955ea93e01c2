import type { HistoryKind } from '#domain/history/replay.ts'

const happened: Readonly<Record<HistoryKind, string>> = {
  made: 'A card was made',
  moved: 'A card was moved',
  folded: 'A card was collapsed',
  unfolded: 'A card was expanded',
  deleted: 'A card was deleted',
  restored: 'A card was brought back',
}

const cards = (count: number) => (count === 1 ? '1 card' : `${count} cards`)

export const timelineTexts = {
  command: 'Go back in time',
  title: 'The past of this canvas',
  canvas: 'Canvas at an earlier moment',
  slider: 'Moment',
  loading: 'Reading the past of this canvas',
  failed: { title: 'The past could not be read.', text: 'It is still there. Check your connection and try again.' },
  today: 'Today',
  beginning: 'Before the first card',
  happened,
  cards,
  madeBy: (name: string) => `A card was made by ${name}`,
  filter: 'What is replayed',
  everything: 'Everything',
  steps: 'Step',
  beforeSteps: 'Before its first step',
  stepOf: (place: number, last: number) => `${place} of ${last} steps`,
  value: (moment: string, count: number) => `${moment}, ${cards(count)}`,
  play: 'Play',
  pause: 'Pause',
  close: 'Back to today',
  deletedSince: (count: number) => `${cards(count)} deleted since`,
  bringBack: 'Bring this back',
  bringAllBack: 'Bring them back',
  deletedCard: 'Deleted since',
}
