import { formBlob } from './form-blob.ts'
import type { TestClient } from './test-client.ts'
import { testOrigin } from './test-origin.ts'
import type { TestServer } from './test-server.ts'
import { formOf } from './upload-form.ts'

type Imported = {
  readonly status: number
  readonly body: {
    readonly saved?: number
    readonly refused?: readonly { readonly name: string; readonly message: string }[]
    readonly code?: string
    readonly message?: string
  }
}

/** Sends a text file to a call that imports it. */
export async function sendTextFile(
  { app }: TestServer,
  client: TestClient,
  { path, file, key }: { readonly path: string; readonly file: string | Uint8Array; readonly key?: string },
): Promise<Imported> {
  const reply = await app.request(path, {
    method: 'POST',
    body: await formBlob(formOf(file, { name: 'file.txt' })),
    headers: { host: 'localhost', origin: testOrigin, cookie: client.cookie, ...(key && { 'idempotency-key': key }) },
  })
  return { status: reply.status, body: (await reply.json()) as Imported['body'] }
}
