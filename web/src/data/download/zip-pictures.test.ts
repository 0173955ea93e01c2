import { downloadZip } from 'client-zip'
import { expect, it } from 'vitest'
import { generationWith, imageWith } from '../testing/builders.ts'
import { zipEntries } from './zip-pictures.ts'

const files = Array.from({ length: 300 }, (_, index) => ({
  name: `generation-${index + 1}.png`,
  generation: generationWith(),
  image: imageWith({ id: `i${index}` }),
}))

it('a zip of hundreds of pictures holds a few of them at a time, and contains every one in the end', async () => {
  let read = 0
  let written = 0
  let mostHeld = 0
  const zip = downloadZip(
    (async function* () {
      const entries = zipEntries(files, async () => {
        read += 1
        return new Blob([new Uint8Array(1_000)])
      })
      for await (const entry of entries) {
        mostHeld = Math.max(mostHeld, read - written)
        yield entry
        written += 1
      }
    })(),
  )
  const size = (await zip.blob()).size
  expect(size).toBeGreaterThan(300 * 1_000)
  expect(written).toBe(301)
  expect(mostHeld).toBeLessThanOrEqual(5)
})

it('a zip fails as a whole where one picture cannot be read', async () => {
  const read = async ({ name }: { name: string }) => {
    if (name === 'generation-7.png') throw new Error('It is gone.')
    return new Blob(['png'])
  }
  await expect(downloadZip(zipEntries(files, read)).blob()).rejects.toThrow('It is gone.')
})
