import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { StyleShape } from '#contract/cards/style.ts'
import { sampleCoverUrl, sampleExampleUrls } from '#contract/cards/style-pictures.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { plainCover } from '#domain/styles/plain-cover.ts'
import type { SampleStyle } from '#domain/styles/sample-style.ts'
import { sampleStyles } from '#domain/styles/sample-styles.ts'
import { type AppliedStyle, modelOfFamily } from '#domain/styles/style.ts'
import type { Querier } from '../../db/database.ts'
import { users } from '../../db/schema/accounts.ts'
import { profiles } from '../../db/schema/profiles.ts'
import { stylePins, styles } from '../../db/schema/styles.ts'
import { pictureUrls } from '../references/own-pictures.ts'

/** Presents a sample style, field by field. */
const presentSampleStyle = (sample: SampleStyle, { isPinned }: { isPinned: boolean }): StyleShape => ({
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
const presentPrivateStyle = (
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

async function pinnedIds(db: Querier, userId: UserId, styleId?: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ styleId: stylePins.styleId })
    .from(stylePins)
    .where(and(eq(stylePins.userId, userId), styleId ? eq(stylePins.styleId, styleId) : undefined))
  return new Set(rows.map((row) => row.styleId))
}

/** Private styles of the user's, newest first. */
async function selectPrivate(db: Querier, userId: UserId, where?: SQL): Promise<StyleShape[]> {
  const rows = await db
    .select({ style: styles, username: sql<string>`coalesce(${profiles.username}, ${users.firstName})` })
    .from(styles)
    .innerJoin(users, eq(users.id, styles.userId))
    .leftJoin(profiles, eq(profiles.userId, styles.userId))
    .where(and(eq(styles.userId, userId), where))
    .orderBy(desc(styles.createdAt), styles.id)
  if (rows.length === 0) return []
  const urls = await pictureUrls(db, [...new Set(rows.flatMap(({ style }) => style.referenceIds))])
  const pinned = await pinnedIds(db, userId)
  return rows.map(({ style, username }) =>
    presentPrivateStyle(style, {
      username,
      isPinned: pinned.has(style.id),
      pictureUrls: style.referenceIds.flatMap((id) => urls.get(id) ?? []),
    }),
  )
}

/** The samples, then the user's own. */
export async function listStyles(db: Querier, userId: UserId): Promise<StyleShape[]> {
  const pinned = await pinnedIds(db, userId)
  const samples = sampleStyles.map((sample) => presentSampleStyle(sample, { isPinned: pinned.has(sample.id) }))
  return [...samples, ...(await selectPrivate(db, userId))]
}

/** A sample, or one of the user's own; null where there is none. */
export async function findStyle(db: Querier, userId: UserId, styleId: string): Promise<StyleShape | null> {
  const sample = sampleStyles.find(({ id }) => id === styleId)
  if (sample) return presentSampleStyle(sample, { isPinned: (await pinnedIds(db, userId, styleId)).has(styleId) })
  return findPrivateStyle(db, userId, styleId)
}

/** One of the user's own; null for samples too. */
export async function findPrivateStyle(db: Querier, userId: UserId, styleId: string): Promise<StyleShape | null> {
  const [style] = await selectPrivate(db, userId, eq(styles.id, styleId))
  return style ?? null
}

/** The effect of a style on a picture; null where the user has no such style. */
export async function findAppliedStyle(db: Querier, userId: UserId, styleId: string): Promise<AppliedStyle | null> {
  const sample = sampleStyles.find(({ id }) => id === styleId)
  if (sample) return { title: sample.title, promptFragment: sample.promptFragment, referenceIds: [] }
  const [own] = await db
    .select({ title: styles.title, promptFragment: styles.promptFragment, referenceIds: styles.referenceIds })
    .from(styles)
    .where(and(eq(styles.id, styleId), eq(styles.userId, userId)))
  return own ?? null
}
