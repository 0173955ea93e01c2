import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import init, { WasmReader } from '@contentauth/c2pa-wasm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { readRecord } from '#server/pictures/picture-record.ts'
import { bringPictures, type SentFile } from '#server-testing/brought-in.ts'
import { formBlob } from '#server-testing/form-blob.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { makeProgram } from '#server-testing/program.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { vendorSigned } from '#server-testing/vendor-signed.ts'

let delivered: Uint8Array
const context = withTestServer({
  providers: [
    createInstantProvider({ generate: ({ seed }) => Promise.resolve({ bytes: delivered, seed, warnings: [] }) }),
  ],
})
let ada: TestClient
beforeAll(async () => {
  await init({ module_or_path: await readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) })
  ada = await signUp(context.server)
})

type Store = {
  active_manifest: string
  validation_state: string
  manifests: Record<string, { ingredients?: { relationship: string; active_manifest?: string }[] }>
}
const verify = async (bytes: Uint8Array, mediaType: string) =>
  JSON.parse((await WasmReader.fromBytes(mediaType, Uint8Array.from(bytes))).json()) as Store

/** One card of pictures that a vendor signed. @returns The address of its first picture. */
async function cardOf(format: 'png' | 'jpeg' | 'webp', size: { readonly width: number; readonly height: number }) {
  delivered = await vendorSigned(format, size)
  const card = await ada.settled(await ada.generate({ prompt: 'a signed heron', aspectRatio: '1:1' }))
  const [image] = card.images
  if (!image) throw new Error('The card has no image.')
  return { card, image, address: `/api/images/${image.id}` }
}
const bytesAt = async (address: string) => {
  const reply = await ada.raw('GET', address)
  expect(reply.status).toBe(200)
  return new Uint8Array(await reply.arrayBuffer())
}

const whole = { width: 1024, height: 1024 }

describe('a picture that its vendor signed', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is downloaded byte for byte, as %s', async (format) => {
    const { address } = await cardOf(format, whole)
    const bytes = await bytesAt(`${address}/file`)
    expect(Buffer.from(bytes).equals(delivered)).toBe(true)
    expect((await verify(bytes, `image/${format}`)).validation_state).toBe('Valid')
  })

  it('is itself as the PNG download, and keeps its record in a conversion', async () => {
    const png = await cardOf('png', whole)
    expect(Buffer.from(await bytesAt(`${png.address}/file?format=png`)).equals(delivered)).toBe(true)
    const jpeg = await cardOf('jpeg', whole)
    const converted = await bytesAt(`${jpeg.address}/file?format=png`)
    expect(await readRecord(converted)).toMatchObject({ prompt: 'a signed heron', image: jpeg.image.id })
    expect((await sharp(converted).metadata()).xmp?.toString()).toContain('/algorithmicMedia<')
  })

  it.each(['png', 'jpeg', 'webp'] as const)('is the parent of its signed download, as %s', async (format) => {
    const { address } = await cardOf(format, whole)
    const bytes = await bytesAt(`${address}/history`)
    const store = await verify(bytes, 'image/png')
    expect(store.validation_state).toBe('Valid')
    const [parent] = store.manifests[store.active_manifest]?.ingredients ?? []
    const theirs = await verify(delivered, `image/${format}`)
    expect(parent).toMatchObject({ relationship: 'parentOf', active_manifest: theirs.active_manifest })
    expect(await readRecord(bytes)).toMatchObject({ prompt: 'a signed heron' })
  })

  it('is the parent of the file that it was cropped to', async () => {
    const { address } = await cardOf('png', { width: 1200, height: 1024 })
    const bytes = await bytesAt(`${address}/file`)
    expect((await sharp(bytes).metadata()).width).toBe(1024)
    const store = await verify(bytes, 'image/png')
    expect(store.validation_state).toBe('Valid')
    const [parent] = store.manifests[store.active_manifest]?.ingredients ?? []
    expect(parent?.active_manifest).toBe((await verify(delivered, 'image/png')).active_manifest)
    expect(await readRecord(bytes)).toMatchObject({ prompt: 'a signed heron' })
  })
})

describe('the file of a picture that its vendor signed, when it comes back', () => {
  const emptyProject = async (person: TestClient) =>
    (await person.send<{ id: string }>('POST', '/api/projects', { title: 'Back' })).body.id
  const bringBack = async (person: TestClient, bytes: Uint8Array) =>
    bringPictures(context.server, person, { projectId: await emptyProject(person), files: [['back.png', bytes]] })
  async function rebuild(person: TestClient, bytes: Uint8Array) {
    const projectId = await emptyProject(person)
    const form = new FormData()
    form.append('file', new File([Uint8Array.from(bytes)], 'back.png'))
    const headers = { host: 'localhost', origin: testOrigin, cookie: person.cookie }
    const init = { method: 'POST', headers, body: await formBlob(form) }
    const reply = await context.server.app.request(`/api/projects/${projectId}/rebuild`, init)
    const { items } = (await person.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`))
      .body
    return { status: reply.status, body: await reply.text(), prompts: items.map(({ prompt }) => prompt) }
  }

  it('is named with the record of the image, and rebuilds its card', async () => {
    const { address } = await cardOf('png', whole)
    const bytes = await bytesAt(`${address}/file`)
    expect((await bringBack(ada, bytes)).body.recorded).toEqual([
      { place: 0, name: 'back.png', prompt: 'a signed heron', model: 'Sketch', ancestors: 0 },
    ])
    expect(await rebuild(ada, bytes)).toMatchObject({ status: 201, prompts: ['a signed heron'] })
  })

  it('says nothing to a program of another project', async () => {
    const { card, address } = await cardOf('png', whole)
    const files: SentFile[] = [['back.png', await bytesAt(`${address}/file`)]]
    const recordedFor = async (projectId: string) => {
      const { headers } = await makeProgram(context.server, ada, { projectId })
      return (await bringPictures(context.server, ada, { projectId, files, headers })).body.recorded?.length
    }
    expect([await recordedFor(await emptyProject(ada)), await recordedFor(card.projectId)]).toEqual([undefined, 1])
  })

  it('is told apart from others of its name by its place', async () => {
    const bytes = await bytesAt(`${(await cardOf('png', whole)).address}/file`)
    const unknown = await vendorSigned('png', { width: 64, height: 48 })
    const files = ['no picture', unknown, bytes].map((each): SentFile => ['back.png', each])
    const { body } = await bringPictures(context.server, ada, { projectId: await emptyProject(ada), files })
    expect(body.refused).toMatchObject([{ place: 0, name: 'back.png' }])
    expect(body.recorded).toMatchObject([{ place: 2, name: 'back.png', prompt: 'a signed heron' }])
  })

  it('says nothing to another user, as a file that is known to no one', async () => {
    const { address } = await cardOf('png', whole)
    const bob = await signUp(context.server)
    const files = [await bytesAt(`${address}/file`), await vendorSigned('png', { width: 64, height: 48 })]
    const brought = await Promise.all(files.map((bytes) => bringBack(bob, bytes)))
    expect(brought.map(({ body }) => body.recorded)).toEqual([undefined, undefined])
    const [known, unknown] = await Promise.all(files.map((bytes) => rebuild(bob, bytes)))
    expect(known).toMatchObject({ status: 400, prompts: [] })
    expect(known?.body).toBe(unknown?.body)
  })
})
