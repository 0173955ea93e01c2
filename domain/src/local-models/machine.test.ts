import { describe, expect, it } from 'vitest'
import { findLocalModel } from './catalogue.ts'
import { downloadBytes, type LocalModel } from './local-model.ts'
import { expectedSeconds, hindranceOf, type Machine, noRoom, referenceMachine } from './machine.ts'

const found = (id: string): LocalModel => {
  const model = findLocalModel(id)
  if (!model) throw new Error(`There is no ${id}.`)
  return model
}
const sdxs = found('sdxs-512-dreamshaper')
const laptop = (over: Partial<Machine> = {}): Machine => ({
  engineHindrances: { onnx: null, 'sd-server': null },
  timedEngines: new Set(['onnx']),
  cores: referenceMachine.cores,
  totalMemoryBytes: 16e9,
  freeMemoryBytes: 12e9,
  freeDiskBytes: 100e9,
  coreGigaflops: referenceMachine.coreGigaflops,
  ...over,
})

describe('hindranceOf', () => {
  it('is nothing on a plain machine', () => {
    expect(hindranceOf(sdxs, laptop(), downloadBytes(sdxs))).toBeNull()
  })

  it.each([
    [{ freeMemoryBytes: 2.1e9 }, 'Needs 4 GB of free memory; this machine has 2.1.'],
    [{ freeDiskBytes: 2e9 }, 'No room on the disk: 0.8 GB are missing. Make room, then try again.'],
    [
      { engineHindrances: { onnx: 'The engine has no program for darwin on x64.', 'sd-server': null } },
      'The engine has no program for darwin on x64.',
    ],
  ] as const)('of %j is a sentence', (over, sentence) => {
    expect(hindranceOf(sdxs, laptop(over), downloadBytes(sdxs))).toBe(sentence)
  })

  it('counts what has come already: a full disk does not end what is nearly done, and not what is installed', () => {
    expect(hindranceOf(sdxs, laptop({ freeDiskBytes: 1.2e9 }), 1e8)).toBeNull()
    expect(hindranceOf(sdxs, laptop({ freeDiskBytes: 0 }), 0)).toBeNull()
  })
})

describe('noRoom', () => {
  it('says enough: what is freed by its word suffices', () => {
    expect(noRoom(1_010_000_000)).toBe('No room on the disk: 1.1 GB are missing. Make room, then try again.')
    expect(noRoom(1)).toBe('No room on the disk: 0.1 GB are missing. Make room, then try again.')
  })
})

describe('expectedSeconds', () => {
  it('are the measured ones on the machine of the measurements, to half a second', () => {
    expect(expectedSeconds(sdxs, laptop())).toBe(2)
    expect(expectedSeconds(found('lcm-dreamshaper-v7'), laptop())).toBe(15)
  })

  it('halve with twice the cores or the speed, and are never none', () => {
    expect(expectedSeconds(sdxs, laptop({ cores: 4 }))).toBe(1)
    expect(expectedSeconds(sdxs, laptop({ coreGigaflops: 2 * referenceMachine.coreGigaflops }))).toBe(1)
    expect(expectedSeconds(sdxs, laptop({ cores: 128 }))).toBe(0.5)
  })

  it('are unknown for an engine that computes on a graphics card', () => {
    const klein = found('flux-2-klein-4b')
    expect(expectedSeconds(klein, laptop())).toBeNull()
    expect(expectedSeconds(klein, laptop({ timedEngines: new Set(['sd-server']) }))).toBe(2_160)
  })

  it('are unknown where the speed is', () => {
    expect(expectedSeconds(sdxs, laptop({ coreGigaflops: null }))).toBeNull()
  })
})
