import { expect, it } from 'vitest'
import { generationWith, imageWith } from '../testing/builders.ts'
import { manifestOf } from './manifest.ts'

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
