import type { StyleShape } from '#contract/style.ts'
import { sampleCoverUrl, sampleExampleUrls } from '#contract/style-pictures.ts'
import { plainCover } from '#domain/styles/plain-cover.ts'
import type { SampleStyle } from '#domain/styles/sample-style.ts'
import { modelOfFamily } from '#domain/styles/style.ts'
import type { styles } from '../../db/schema/styles.ts'

/** Presents a sample style, field by field. */
export const presentSampleStyle = (sample: SampleStyle, { isPinned }: { isPinned: boolean }): StyleShape => ({
  id: sample.id,
  collection: sample.collection,
  family: sample.family,
  title: sample.title,
  username: sample.username,
  model: sample.model,
  promptFragment: sample.promptFragment,
  coverUrl: sampleCoverUrl(sample),
  exampleUrls: sampleExampleUrls(sample),
  referenceIds: [],
  isPinned,
  isOwn: false,
})

/** Presents a private style, field by field. `pictureUrls` are its reference pictures, in order. */
export const presentPrivateStyle = (
  row: typeof styles.$inferSelect,
  more: { username: string; isPinned: boolean; pictureUrls: readonly string[] },
): StyleShape => ({
  id: row.id,
  collection: 'private',
  family: row.family,
  title: row.title,
  username: more.username,
  model: modelOfFamily[row.family],
  promptFragment: row.promptFragment,
  coverUrl: more.pictureUrls[0] ?? plainCover(row.id),
  exampleUrls: [...more.pictureUrls],
  referenceIds: row.referenceIds,
  isPinned: more.isPinned,
  isOwn: true,
})
