import type { BroughtInShape } from '#contract/cards/brought-in.ts'
import type { Server } from '#server/start/start-server.ts'
import { formBlob } from './form-blob.ts'
import type { TestClient } from './test-client.ts'
import { testOrigin } from './test-origin.ts'

export type SentFile = readonly [name: string, bytes: Uint8Array | string]

type Sent = {
  readonly projectId: string
  readonly files: readonly SentFile[]
  readonly fields?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** The form of pictures, as a page sends it. */
function picturesForm(files: readonly SentFile[], fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, bytes] of files) form.append('picture', new File([Uint8Array.from(Buffer.from(bytes))], name))
  return form
}

/** POST /api/projects/{id}/pictures */
export async function bringPictures(
  { app }: Pick<Server, 'app'>,
  client: TestClient,
  { projectId, files, fields = {}, headers = {} }: Sent,
) {
  const reply = await app.request(`/api/projects/${projectId}/pictures`, {
    method: 'POST',
    body: await formBlob(picturesForm(files, fields)),
    headers: { host: 'localhost', origin: testOrigin, cookie: client.cookie, ...headers },
  })
  return { status: reply.status, body: (await reply.json()) as BroughtInShape & { code?: string; message?: string } }
}
