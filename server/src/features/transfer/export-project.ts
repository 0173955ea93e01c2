import { makeZip } from 'client-zip'
import { sql } from 'drizzle-orm'
import type { ImageFileRecord, ProjectFile } from '#contract/board/project-file.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { query } from '#server/db/sql/query.ts'
import type { UserDatabase } from '../../db/database.ts'
import { maxExportBytes } from '../../operations/work-limits.ts'
import { originalKey } from '../../pictures/picture-keys.ts'
import type { Storage } from '../../storage/storage.ts'
import { withMasks } from '../edits/edit-masks.ts'
import { type ArchiveRoom, readSignedOriginal, readUntil, type SignDeps } from '../images/signed-original.ts'
import { findProject } from '../projects/project-rows.ts'
import { uploadAttempt } from '../uploads/upload-files.ts'
import { findPictures } from './find-pictures.ts'
import { readProjectFile } from './read-project-file.ts'

type ExportDeps = Omit<SignDeps, 'db'> & { readonly db: UserDatabase; readonly storage: Storage }
type Asked = { readonly userId: UserId; readonly projectId: string; readonly room: ArchiveRoom }
type Entry = { name: string; input: AsyncIterable<Uint8Array | string>; lastModified: Date }

/** The name of the tree with its settings in the zip. */
export const projectFileName = 'project.json'

async function* one<Part>(part: Part): AsyncGenerator<Part> {
  yield part
}

/** The text of the file, card by card, so that it is never whole in memory. */
async function* textOf({ cards, ...shell }: ProjectFile): AsyncGenerator<string> {
  yield `${JSON.stringify(shell).slice(0, -1)},"cards":[`
  for (const [place, card] of cards.entries()) yield `${place === 0 ? '' : ',\n'}${JSON.stringify(card)}`
  yield ']}\n'
}

const readme = `A project of Espalier.

project.json  the cards with their prompts, settings, places, feedback and descriptions
images/       the pictures that were made, signed as they left; those that were signed already as they were delivered
uploads/      the pictures that were brought along and that cards refer to

'Import project' reads it, here and on any other installation.
`

/** Everything of a project, read in one snapshot; null where it is not the user's. */
function readWhole({ db }: ExportDeps, userId: UserId, projectId: string) {
  return db.transaction(
    async (tx) => {
      const project = await findProject(tx, userId, projectId)
      if (!project) return null
      const file = await readProjectFile(tx, { userId, projectId, title: project.title })
      const view = await query<{ zoomLevel: number; panX: number; panY: number }>(
        tx,
        { zoomLevel: 'number', panX: 'number', panY: 'number' },
        sql`select zoom_level as "zoomLevel", pan_x as "panX", pan_y as "panY" from project_canvas_state
          where project_id = ${projectId}`,
      )
      const found = new Map(
        (await findPictures(tx, userId, projectId)).map((picture) => [picture.original.imageId, picture]),
      )
      return { file: { ...file, view: view.rows[0] ?? null }, found }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** The fields of an image whose file is missing. */
const lost: Pick<ImageFileRecord, 'status' | 'file' | 'averageColor' | 'error'> = {
  status: 'failed',
  file: null,
  averageColor: null,
  error: { code: 'invalid', message: 'The picture was missing when the project was exported.' },
}

/** The bytes that a tree takes in memory: about as much as its text, without descriptions. */
const bytesPerCard = 2_500
/** The buffers of a zip and of the file that is read for it. */
const bytesPerExport = 1_000_000

/** The memory that an export of the project takes while its pictures are sent, estimated from its cards and descriptions. Bytes. */
export async function exportWeight({ db }: Pick<ExportDeps, 'db'>, userId: UserId, projectId: string): Promise<number> {
  const { rows } = await query<{ cards: number; described: number }>(
    db,
    { cards: 'number', described: 'number' },
    sql`select count(*)::int as cards, (
        select coalesce(sum(octet_length(descriptions.text)), 0)::float8 from generations cards
          join generated_images images on images.generation_id = cards.id
          join image_descriptions descriptions on descriptions.image_id = images.id
        where cards.project_id = ${projectId} and cards.user_id = ${userId}) as described
      from generations where project_id = ${projectId} and user_id = ${userId}`,
  )
  const [{ cards, described } = { cards: 0, described: 0 }] = rows
  return Math.min(maxExportBytes, bytesPerExport + bytesPerCard * cards + described)
}

/**
 * Streams a project as one zip: its tree as JSON and the original pictures. It contains no account, key or address of any person.
 * A picture whose file is missing is left out, and the tree, which comes last, says so. Null where the project is not the user's,
 * or is in the trash.
 */
export async function exportProject(
  deps: ExportDeps,
  { userId, projectId, room }: Asked,
): Promise<{ title: string; zip: ReadableStream<Uint8Array> } | null> {
  const whole = await readWhole(deps, userId, projectId)
  if (!whole) return null
  const { file, found } = whole
  const { storage } = deps
  const sizeOf = async (key: string | undefined) => (key === undefined ? null : storage.size(key))

  async function* entries(): AsyncGenerator<Entry> {
    const lastModified = new Date()
    const missing = new Set<string>()
    yield { name: 'README.txt', input: one(readme), lastModified }
    for (const { id, file: name } of file.uploads) {
      const key = originalKey(id, uploadAttempt)
      if ((await sizeOf(key)) !== null)
        yield { name, input: readUntil(room.signal, () => storage.read(key)), lastModified }
      else missing.add(id)
    }
    for (const { images } of file.cards)
      for (const { id, file: name, createdAt } of images) {
        if (name === null) continue
        const picture = found.get(id)
        const byteSize = await sizeOf(picture?.original.key)
        if (picture && byteSize !== null) {
          const input = readSignedOriginal(deps, { ...picture.original, byteSize }, room)
          yield { name, input, lastModified: new Date(createdAt) }
        } else missing.add(id)
      }
    yield { name: projectFileName, input: textOf(withoutPictures(file, missing)), lastModified }
  }
  return { title: file.title, zip: makeZip(entries()) }
}

/** The file without missing pictures, and without references to missing uploads. */
function withoutPictures(file: ProjectFile, missing: ReadonlySet<string>): ProjectFile {
  if (missing.size === 0) return file
  const kept = (ids: readonly string[]) => ids.filter((id) => !missing.has(id))
  return {
    ...file,
    uploads: file.uploads.filter(({ id }) => !missing.has(id)),
    cards: file.cards.map((card) => ({
      ...card,
      imagePrompts: kept(card.imagePrompts),
      styleReferences: kept(card.styleReferences),
      edit: withMasks(card.edit, (id) => (missing.has(id) ? undefined : id)),
      style: card.style && { ...card.style, referenceIds: kept(card.style.referenceIds) },
      images: card.images.map((image) => (missing.has(image.id) ? { ...image, ...lost } : image)),
    })),
  }
}
