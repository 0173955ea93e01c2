import { downloadZip } from 'client-zip'
import { describe, expect, it } from 'vitest'
import { generationWith, imageWith } from '../testing/builders.ts'
import { fewAtATime, manifestOf, zipEntries } from './zip-pictures.ts'

const files = Array.from({ length: 300 }, (_, index) => ({
  name: `generation-${index + 1}.png`,
  generation: generationWith(),
  image: imageWith({ id: `i${index}` }),
}))

it('a zip of hundreds of pictures holds a few of them at a time, and contains every one in the end', async () => {
  let read = 0
  let written = 0
  let maxHeld = 0
  const zip = downloadZip(
    (async function* () {
      const entries = zipEntries(files, async () => {
        read += 1
        return new Blob([new Uint8Array(1_000)])
      })
      for await (const entry of entries) {
        maxHeld = Math.max(maxHeld, read - written)
        yield entry
        written += 1
      }
    })(),
  )
  const size = (await zip.blob()).size
  expect(size).toBeGreaterThan(300 * 1_000)
  expect(written).toBe(301)
  expect(maxHeld).toBeLessThanOrEqual(5)
})

it('a zip fails as a whole where one picture cannot be read', async () => {
  const read = async ({ name }: { name: string }) => {
    if (name === 'generation-7.png') throw new Error('It is gone.')
    return new Blob(['png'])
  }
  await expect(downloadZip(zipEntries(files, read)).blob()).rejects.toThrow('It is gone.')
})

const numbers = Array.from({ length: 12 }, (_, index) => index)

describe('reading items with limited concurrency', () => {
  it('yields everything in order, and has no more than four running', async () => {
    let underWay = 0
    let most = 0
    const given: number[] = []
    const read = async (item: number) => {
      underWay += 1
      most = Math.max(most, underWay)
      // Later ones end sooner.
      for (let turn = 0; turn < 12 - item; turn++) await Promise.resolve()
      underWay -= 1
      return item
    }
    for await (const item of fewAtATime(numbers, read)) given.push(item)
    expect([given, most]).toEqual([numbers, 4])
  })

  it('ends with the first failure, and reads nothing more', async () => {
    const asked: number[] = []
    const read = async (item: number) => {
      asked.push(item)
      if (item === 1) throw new Error('It is gone.')
      return item
    }
    const given: number[] = []
    const all = async () => {
      for await (const item of fewAtATime(numbers, read)) given.push(item)
    }
    await expect(all()).rejects.toThrow('It is gone.')
    expect(given).toEqual([0])
    expect(asked.length).toBeLessThan(7)
  })
})

it('the manifest contains the settings and the feedback of each picture', () => {
  const image = imageWith({ id: 'i', seed: 9, feedback: ['star'] })
  const generation = generationWith({ parentGenerationId: 'g0', parentImageId: 'i0', branchKind: 'remix' })
  expect(manifestOf([{ name: 'generation-1.png', generation, image }])).toEqual({
    images: [
      {
        file: 'generation-1.png',
        id: 'i',
        generationId: 'g1',
        prompt: 'A pear',
        model: 'Sketch',
        settings: { style: null, aspectRatio: '1:1', resolution: '1K', rawMode: false, seed: 7 },
        seed: 9,
        width: 832,
        height: 1248,
        branchKind: 'remix',
        parentGenerationId: 'g0',
        parentImageId: 'i0',
        feedback: ['star'],
        createdAt: image.createdAt,
      },
    ],
  })
})
