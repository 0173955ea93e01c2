import { makeZip } from 'client-zip'
import sharp from 'sharp'
import type { ProjectShape } from '#contract/board/project.ts'
import type { CardFileRecord, ImageFileRecord, ProjectFile } from '#contract/board/project-file.ts'
import type { Server } from '#server/start/start-server.ts'
import { formBlob } from './form-blob.ts'
import type { TestClient } from './test-client.ts'
import { testOrigin } from './test-origin.ts'

/** Files by their names in a zip. */
export type Files = ReadonlyMap<string, Buffer | string>

export const zipOf = async (files: Files): Promise<Buffer> =>
  Buffer.from(
    await new Response(
      // A folder is an entry without content.
      makeZip(
        [...files].map(([name, input]) =>
          name.endsWith('/') ? { name } : { name, input: new Uint8Array(Buffer.from(input)) },
        ),
      ),
    ).arrayBuffer(),
  )

/** POST /api/projects/import */
export async function importZip({ app }: Pick<Server, 'app'>, person: TestClient, bytes: Buffer) {
  const form = new FormData()
  form.append('file', new File([Uint8Array.from(bytes)], 'project.zip'))
  const headers = { host: 'localhost', origin: testOrigin, cookie: person.cookie }
  const reply = await app.request('/api/projects/import', { method: 'POST', headers, body: await formBlob(form) })
  return { status: reply.status, body: (await reply.json()) as ProjectShape & { message: string } }
}

/** The n-th id of a file; ids of images follow that of their card. */
export const fileId = (place: number): string =>
  `00000000-0000-4000-8000-${(place * 256).toString(16).padStart(12, '0')}`

/** An image of a file with defaults: completed, 4 × 3, named after its id. */
export function imageRecord(id: string, over: Partial<ImageFileRecord> = {}): ImageFileRecord {
  const isThere = (over.status ?? 'completed') === 'completed'
  return {
    id,
    orderNum: 0,
    status: 'completed',
    seed: 7,
    width: 4,
    height: 3,
    averageColor: isThere ? '#336699' : null,
    error: null,
    warnings: [],
    feedback: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    file: isThere ? `images/${id}.png` : null,
    ...over,
  }
}

/** A card of a file with defaults: a root without images. */
export const cardRecord = (id: string, over: Partial<CardFileRecord> = {}): CardFileRecord => ({
  id,
  parentGenerationId: null,
  parentImageId: null,
  branchKind: null,
  prompt: 'a pear',
  edit: null,
  model: 'sketch',
  style: null,
  imagePrompts: [],
  styleReferences: [],
  conversationHistory: [],
  aspectRatio: '4:3',
  resolution: '1K',
  rawMode: false,
  seed: 7,
  canvasX: 0,
  canvasY: 0,
  isCollapsed: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  images: [],
  ...over,
})

const none = { uploads: [], frames: [], notes: [] }

/** An exported project of some cards: every picture has one color, and no two have the same. */
export async function filesOf(cards: readonly CardFileRecord[]): Promise<Map<string, Buffer | string>> {
  const file: ProjectFile = { format: 'espalier-project', version: 5, title: 'A grove', view: null, cards, ...none }
  const files = new Map<string, Buffer | string>([['project.json', JSON.stringify(file)]])
  const names = cards.flatMap(({ images }) => images.flatMap((image) => image.file ?? []))
  for (const [place, name] of names.entries()) {
    const background = { r: place % 256, g: Math.floor(place / 256), b: 90 }
    const picture = sharp({ create: { width: 4, height: 3, channels: 3, background } })
    files.set(name, await picture.png().toBuffer())
  }
  return files
}
