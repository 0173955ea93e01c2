import type { UploadShape } from '#contract/cards/upload.ts'
import type { Server } from '#server/start/start-server.ts'
import { formBlob } from './form-blob.ts'
import type { TestClient } from './test-client.ts'
import { testOrigin } from './test-origin.ts'

type Sent = { status: number; body: UploadShape & { code?: string; message?: string } }

/** POST /api/uploads */
export async function sendForm(
  { app }: Pick<Server, 'app'>,
  client: TestClient,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const reply = await app.request('/api/uploads', {
    method: 'POST',
    body: await formBlob(form),
    headers: { host: 'localhost', origin: testOrigin, cookie: client.cookie, ...headers },
  })
  return { status: reply.status, body: (await reply.json()) as Sent['body'] }
}

/** A form with a file, as a page sends it. */
export function formOf(bytes: Uint8Array | string, { name = 'picture.png', field = 'file' } = {}): FormData {
  const form = new FormData()
  form.append(field, new File([Uint8Array.from(Buffer.from(bytes))], name, { type: 'image/png' }))
  return form
}
