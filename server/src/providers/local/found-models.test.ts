import { describe, expect, it } from 'vitest'
import { createFoundModels, type FoundModel } from './found-models.ts'
import { localModel } from './local-model.ts'

const model = localModel({
  provider: 'comfyui',
  engine: 'ComfyUI',
  prefix: 'comfyui',
  id: 'sdxl/Base 1.0.ckpt',
  pictures: 1,
})
type Look = (address: string, signal: AbortSignal) => Promise<FoundModel<string>[]>
const there: Look = async (address) => [{ model, place: address }]
const gone: Look = async () => {
  throw new Error('nothing listens')
}
const busy: Look = (_address, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** Replies that follow one another. */
const inTurn = (...looks: Look[]) => {
  let at = 0
  return createFoundModels<string>(['http://engine/'], (...given) => (looks[at++] ?? gone)(...given), 20)
}
const signal = new AbortController().signal

describe('the models of local engines', () => {
  it('are named by their files, with values that are safe everywhere', () => {
    expect([model.name, model.value, model.stats.priceHundredths]).toEqual([
      'Base 1.0 (ComfyUI)',
      'comfyui:base-1.0',
      0,
    ])
  })

  it('are found again at their engines', async () => {
    const found = inTurn(there)
    expect(await found.discover(signal)).toEqual([model])
    expect(await found.placeOf(model, signal)).toBe('http://engine')
  })

  it('are discovered by a process that has not listed them itself', async () => {
    expect(await inTurn(there).placeOf(model, signal)).toBe('http://engine')
  })

  it('disappear with the engine', async () => {
    const found = inTurn(there, gone)
    await found.discover(signal)
    expect(await found.discover(signal)).toEqual([])
    await expect(found.placeOf(model, signal)).rejects.toThrow('No engine has Base 1.0 (ComfyUI) at the moment.')
  })

  it('stay while the engine is busy and slow to answer', async () => {
    const found = inTurn(there, busy)
    await found.discover(signal)
    expect(await found.discover(signal)).toEqual([model])
  })
})
