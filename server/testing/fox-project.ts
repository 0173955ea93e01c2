import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { UploadShape } from '#contract/cards/upload.ts'
import { formBlob } from './form-blob.ts'
import { pictureForm } from './owned-things.ts'
import type { TestClient } from './test-client.ts'
import { testOrigin } from './test-origin.ts'
import type { TestServer } from './test-server.ts'

/**
 * Creates a project with one of everything that can be exported: a branch, an upload, a reference, feedback, a collapsed card, an
 * image that failed, a view, and a card in the trash. @returns The project's id.
 */
export async function makeFoxProject(server: TestServer, person: TestClient): Promise<string> {
  const root = await person.settled(await person.generate({ prompt: 'a fox "quoted" 🦊', aspectRatio: '3:2' }))
  const { projectId } = root
  const form = await pictureForm()
  const headers = { host: 'localhost', origin: testOrigin, cookie: person.cookie }
  const upload = (await (
    await server.app.request('/api/uploads', { method: 'POST', headers, body: await formBlob(form) })
  ).json()) as UploadShape
  const branch = await person.settled(
    await person.generate({
      prompt: 'at night',
      projectId,
      parentImageId: root.images[2]?.id ?? '',
      branchKind: 'remix',
      imagePrompts: [upload.id, root.images[0]?.id ?? ''],
      canvasX: 12_345,
      canvasY: -67,
    }),
  )
  await person.send('PATCH', `/api/generations/${branch.id}`, { isCollapsed: true })
  for (const type of ['star', 'like']) await person.send('PUT', `/api/images/${root.images[1]?.id}/feedback/${type}`)
  await server.database.system.execute(sql`update generated_images set status = 'failed', storage_key = null, average_color = null,
    error_code = 'refused', error_message = 'No.' where id = ${branch.images[3]?.id}`)
  await person.send('PUT', `/api/projects/${projectId}/canvas-state`, { zoomLevel: 0.5, panX: -5_000, panY: -5_000 })
  const note = { kind: 'put-note', noteId: randomUUID(), text: '# Night\n\nThe *second* try.', x: 100.5, y: -20 }
  const frame = { kind: 'put-frame', frameId: randomUUID(), title: 'Foxes', x: 0, y: 0, width: 900, height: 400 }
  const changes = [frame, note].map((change) => ({ id: randomUUID(), ...change }))
  await person.send('POST', `/api/projects/${projectId}/changes`, { changes })
  const gone = await person.settled(await person.generate({ prompt: 'in the trash', projectId }))
  await person.send('DELETE', `/api/generations/${gone.id}`)
  return projectId
}
