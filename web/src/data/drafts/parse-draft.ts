import { maxSeed } from '#domain/generation/seed.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import { type Attachment, attachmentKinds } from '#domain/prompt/attachment.ts'
import { changedPrompt, type PromptText } from '#domain/prompt/prompt-text.ts'
import { noSpread, parseSpread, type Spread } from '#domain/series/spread.ts'

/** Number of images a card gets, and the seed that is kept for every Go; absent: four, and a new seed each time. */
export type CardSettings = { readonly count?: number | undefined; readonly seed?: number | undefined }

/** The content of a composer before Go. What is chosen of a model's controls is remembered by model instead. */
export type Draft = Omit<PictureSettings, 'controls'> &
  CardSettings &
  PromptText & {
    readonly attachments: readonly Attachment[]
    readonly spread: Spread
  }

export const emptyDraft: Draft = {
  prompt: '',
  improvedFrom: null,
  aspectRatio: '2:3',
  resolution: '1K',
  rawMode: false,
  attachments: [],
  spread: noSpread,
}

/** Parses a stored draft; invalid parts are replaced by defaults. */
export function parseDraft(stored: unknown): Draft {
  if (typeof stored !== 'object' || stored === null) return emptyDraft
  const { aspectRatio, resolution, rawMode, count, seed, attachments, spread } = stored as Record<string, unknown>
  return {
    ...parsePromptText(stored),
    aspectRatio: aspectRatios.find((ratio) => ratio === aspectRatio) ?? emptyDraft.aspectRatio,
    resolution: resolutions.find((known) => known === resolution) ?? emptyDraft.resolution,
    rawMode: rawMode === true,
    ...(isWhole(count, 1, imagesPerGeneration) && { count }),
    ...(isWhole(seed, 0, maxSeed) && { seed }),
    attachments: Array.isArray(attachments) ? attachments.filter(isAttachment) : [],
    spread: parseSpread(spread),
  }
}

/** The text of a stored draft; empty where it has none. */
export function parsePromptText(stored: unknown): PromptText {
  const { prompt, improvedFrom } = Object(stored) as Partial<Record<keyof PromptText, unknown>>
  const text = { prompt: '', improvedFrom: typeof improvedFrom === 'string' ? improvedFrom : null }
  return changedPrompt(text, typeof prompt === 'string' ? prompt : '')
}

/** The words of two pages, the earlier first; those of the later one alone where they contain the others. */
export const joinWords = (earlier: string, later: string): string =>
  later.includes(earlier) ? later : [earlier, later].filter(Boolean).join('\n')

/** The texts of two pages. Joined, they are no improved text. */
export function joinPrompts(earlier: PromptText, later: PromptText): PromptText {
  const prompt = joinWords(earlier.prompt, later.prompt)
  const same = [later, earlier].find((text) => text.prompt === prompt)
  return { prompt, improvedFrom: same?.improvedFrom ?? null }
}

/** The words that remain after some were sent: those of an earlier page that came before them, or all where they were changed. */
export function wordsLeft(now: string, sent: string): string {
  if (now === sent) return ''
  return sent !== '' && now.endsWith(`\n${sent}`) ? now.slice(0, -sent.length - 1) : now
}

/** The draft of two pages: the settings of the later one, the words and attachments of both. */
export function joinDrafts(earlier: Draft, later: Draft): Draft {
  const isOther = ({ kind, id }: Attachment) =>
    !later.attachments.some((attachment) => attachment.kind === kind && attachment.id === id)
  return {
    ...later,
    ...joinPrompts(earlier, later),
    attachments: [...earlier.attachments.filter(isOther), ...later.attachments],
  }
}

const isWhole = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most

/** A picture of another site would be requested with the next reload, so only paths of this one are accepted. */
function isAttachment(value: unknown): value is Attachment {
  if (typeof value !== 'object' || value === null) return false
  const { kind, id, name, thumbnailUrl, pictureCount } = value as Record<string, unknown>
  return (
    attachmentKinds.some((known) => known === kind) &&
    typeof id === 'string' &&
    typeof name === 'string' &&
    typeof thumbnailUrl === 'string' &&
    (pictureCount === undefined || typeof pictureCount === 'number') &&
    (thumbnailUrl === '' || /^\/(?![/\\])/.test(thumbnailUrl))
  )
}
