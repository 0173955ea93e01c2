import sharp, { type OutputInfo } from 'sharp'
import { expect } from 'vitest'
import type { EditShape } from '#contract/cards/edit.ts'
import type { GenerationShape, RequestGenerationInput } from '#contract/cards/generation.ts'
import type { Server } from '#server/start/start-server.ts'
import { bringPictures } from './brought-in.ts'
import type { TestClient } from './test-client.ts'
import { formOf, sendForm } from './upload-form.ts'

/** A picture of a user on a canvas. */
export type OwnPicture = { readonly projectId: string; readonly generationId: string; readonly imageId: string }

/** Brings a picture onto a new canvas, as a person does. */
export async function bringPicture(server: Server, client: TestClient, bytes: Uint8Array): Promise<OwnPicture> {
  const { body: project } = await client.send<{ id: string }>('POST', '/api/projects', { title: 'Edits' })
  const sent = await bringPictures(server, client, { projectId: project.id, files: [['photo.png', bytes]] })
  expect([sent.status, sent.body.refused]).toEqual([201, []])
  const { body } = await client.send<{ items: GenerationShape[] }>('GET', `/api/projects/${project.id}/generations`)
  const [card] = body.items
  const [image] = card?.images ?? []
  if (!card || !image) throw new Error('The picture was not brought in.')
  return { projectId: project.id, generationId: card.id, imageId: image.id }
}

/** RGBA pixels, upright. */
export type Pixels = { readonly data: Buffer; readonly info: OutputInfo }
export const pixelsIn = (bytes: Uint8Array): Promise<Pixels> =>
  sharp(bytes).autoOrient().toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true })

export const pixelAt = ({ data, info }: Pixels, x: number, y: number): number[] => [
  ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
]

/** The file of an image as it is stored. */
export async function fileOf(client: TestClient, imageId: string): Promise<{ type: string | null; bytes: Buffer }> {
  const reply = await client.raw('GET', `/api/images/${imageId}/file`)
  expect(reply.status).toBe(200)
  return { type: reply.headers.get('content-type'), bytes: Buffer.from(await reply.arrayBuffer()) }
}

/** A mask as a canvas of a browser sends it: white where `isWhite`, and nothing elsewhere. */
export function maskPng(width: number, height: number, isWhite: (x: number, y: number) => boolean): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (isWhite(x, y)) data.fill(255, (y * width + x) * 4, (y * width + x) * 4 + 4)
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

/** Uploads a mask. @returns Its id. */
export async function uploadMask(server: Server, client: TestClient, png: Uint8Array): Promise<string> {
  const { status, body } = await sendForm(server, client, formOf(png))
  expect(status).toBe(201)
  return body.id
}

/** Asks for an edit with one candidate, and waits for its end. */
export async function edited(
  client: TestClient,
  imageId: string,
  edit: EditShape,
  more: RequestGenerationInput = {},
): Promise<GenerationShape> {
  return client.settled(await client.generate({ parentImageId: imageId, count: 1, edit, ...more }))
}

/** The pixels of the only candidate. @throws AssertionError where it was not made. */
export async function resultOf(
  client: TestClient,
  { images }: GenerationShape,
): Promise<Pixels & { type: string | null }> {
  expect(images.map(({ status, error }) => [status, error])).toEqual([['completed', null]])
  const { type, bytes } = await fileOf(client, images[0]?.id ?? '')
  return { ...(await pixelsIn(bytes)), type }
}
