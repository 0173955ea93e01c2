import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Listening, listen } from '#server/process/listen.ts'
import { exportOf } from '#server-testing/exported-project.ts'
import { formBlob } from '#server-testing/form-blob.ts'
import { importZip, zipOf } from '#server-testing/project-files.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { formOf } from '#server-testing/upload-form.ts'
import { receiveFile } from './receive-file.ts'

// The rate of a sender is checked after the part request-seconds of SERVER_LIMITS.
const context = withTestServer({
  variables: { SERVER_LIMITS: 'request-seconds=2', PERSON_LIMITS: 'import-megabytes=5' },
})
let ada: TestClient
let bob: TestClient
let web: Listening
beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
  web = await listen(context.server.app.fetch, '127.0.0.1', 0)
  return () => web.close()
})

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const formStart = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n'

/** Starts to send a file of this many bytes, and sends no more than its first ones. */
async function sendSlowly(
  person: TestClient,
  path: string,
  { announced = 1_000_000, sent = 10 } = {},
): Promise<Socket> {
  const socket = connect(web.port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${web.port}`,
    `origin: http://127.0.0.1:${web.port}`,
    `cookie: ${person.cookie}`,
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${announced}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${formStart}${'x'.repeat(sent)}`)
  return socket
}

async function replyOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await expect.poll(() => Buffer.concat(chunks).toString('utf8')).toContain('}')
  return Buffer.concat(chunks).toString('utf8')
}
const temporaryFiles = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('espalier-request-'))

describe('an upload that only keeps its connection open', () => {
  it.each(['/api/uploads', '/api/projects/import'])('to %s is ended with what to do next', async (path) => {
    const reply = await replyOf(await sendSlowly(ada, path))
    expect(reply).toMatch(/^HTTP\/1\.1 408 /)
    expect(reply).toContain('The upload was too slow to go on. Try again.')
  })

  it('leaves nothing behind when its sender goes', async () => {
    const before = await temporaryFiles()
    const socket = await sendSlowly(ada, '/api/uploads', { sent: 50_000 })
    await expect.poll(async () => (await temporaryFiles()).length).toBeGreaterThan(before.length)
    socket.destroy()
    await expect.poll(async () => (await temporaryFiles()).length).toBeLessThanOrEqual(before.length)
  })

  it("does not block other imports, including its sender's", async () => {
    for (const person of [ada, ada, bob]) await sendSlowly(person, '/api/projects/import')
    const { projectId } = await ada.settled(await ada.generate({ prompt: 'a fox' }))
    const zip = await zipOf(await exportOf(ada, projectId))
    for (const person of [ada, bob, await signUp(context.server)])
      expect((await importZip(context.server, person, zip)).status).toBe(201)
  })
})

describe('a file for which there is no room on the disk', () => {
  it('is refused while it arrives, with what to do next', async () => {
    const form = formOf(Buffer.alloc(200_000))
    const request = new Request('http://localhost/', { method: 'POST', body: await formBlob(form) })
    const path = join(tmpdir(), `espalier-no-room-${process.pid}`)
    const limits = { mostBytes: 1_000_000, graceSeconds: 10 }
    expect(await receiveFile(request, { path, grow: () => false }, limits)).toEqual({
      ok: false,
      error: {
        code: 'unavailable',
        message: 'There is no room for this file at the moment. Wait for your other uploads to end, then try again.',
      },
    })
    await rm(path, { force: true })
  })
})

describe('heavy work for a client that has left', () => {
  it.each(['file?format=bare-png', 'path', 'history'])('is not started (%s)', async (what) => {
    const card = await ada.settled(await ada.generate({ prompt: 'a fox' }))
    const ask = (signal?: AbortSignal) =>
      context.server.app.request(`/api/images/${card.images[0]?.id}/${what}`, {
        headers: { host: 'localhost', cookie: ada.cookie },
        ...(signal ? { signal } : {}),
      })
    expect((await ask(AbortSignal.abort())).status).toBe(503)
    expect((await ask()).status).toBe(200)
  })
})
