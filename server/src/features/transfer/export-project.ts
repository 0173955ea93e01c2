import { makeZip } from 'client-zip'
import { sql } from 'drizzle-orm'
import type { ProjectFile } from '#contract/project-file.ts'
import type { Database } from '../../db/database.ts'
import { originalKey } from '../../pictures/picture-keys.ts'
import type { Storage } from '../../storage/storage.ts'
import { findProject } from '../projects/project-rows.ts'
import { uploadAttempt } from '../uploads/store-upload.ts'
import { findPictures } from './find-pictures.ts'
import { readProjectFile } from './read-project-file.ts'

type ExportDeps = { readonly db: Database; readonly storage: Storage }
type Entry = { name: string; input: AsyncIterable<Uint8Array | string>; lastModified: Date }

/** Where the tree and its settings stand in the zip. */
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

project.json  the cards with their prompts, settings, places and feedback
images/       the pictures that were made, as they were delivered
uploads/      the pictures that were brought along and that cards refer to

'Import project' reads it, here and on any other installation.
`

/** Everything that a project is, read in one snapshot; null where it is not the user's. */
function readWhole({ db }: ExportDeps, userId: string, projectId: string) {
  return db.transaction(
    async (tx) => {
      const project = await findProject(tx, userId, projectId)
      if (!project) return null
      const file = await readProjectFile(tx, { userId, projectId, title: project.title })
      const view = await tx.execute<{ zoomLevel: number; panX: number; panY: number }>(
        sql`select zoom_level as "zoomLevel", pan_x as "panX", pan_y as "panY" from project_canvas_state
          where project_id = ${projectId}`,
      )
      const keys = new Map((await findPictures(tx, userId, projectId)).map(({ id, key }) => [id, key]))
      return { file: { ...file, view: view.rows[0] ?? null }, keys }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/**
 * A project as one zip, made while it is read: its tree as JSON and the original pictures. No account, no key, no address of
 * anybody is in it. Null where the project is not the user's, or lies in the trash.
 */
export async function exportProject(
  deps: ExportDeps,
  { userId, projectId }: { readonly userId: string; readonly projectId: string },
): Promise<{ title: string; zip: ReadableStream<Uint8Array> } | null> {
  const whole = await readWhole(deps, userId, projectId)
  if (!whole) return null
  const { file, keys } = whole
  const { storage } = deps
  async function* entries(): AsyncGenerator<Entry> {
    const lastModified = new Date()
    yield { name: 'README.txt', input: one(readme), lastModified }
    yield { name: projectFileName, input: textOf(file), lastModified }
    for (const { id, file: name } of file.uploads)
      yield { name, input: storage.read(originalKey(id, uploadAttempt)), lastModified }
    for (const { images } of file.cards)
      for (const { id, file: name, createdAt } of images) {
        const key = keys.get(id)
        if (name !== null && key) yield { name, input: storage.read(key), lastModified: new Date(createdAt) }
      }
  }
  return { title: file.title, zip: makeZip(entries()) }
}
