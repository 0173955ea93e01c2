import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { EngineFailure } from './engine-failure.ts'
import { createLocalEngine } from './local-engine.ts'
import { readSafetensors } from './onnx/safetensors.ts'
import type { PictureTask } from './task.ts'
import { runtimeInTest } from './testing/runtime-in-test.ts'
import { farthest, listening, pixelsOf, tinyModel, tinyTask } from './testing/tiny-tasks.ts'

const engine = createLocalEngine({ leaseName: `golden ${process.pid}`, runtimeFolder: runtimeInTest, threads: 1 })
afterAll(() => engine.close())

const split = tinyModel()
const whole = tinyModel({ names: 'original', middle: 'whole', attending: [0, 1] })
const paint = async (files: typeof split, over: Partial<PictureTask> = {}) =>
  pixelsOf((await engine.paint(tinyTask(files, over), listening())).png)

const goldenOf = (name: string) => fileURLToPath(new URL(`./golden/${name}.png`, import.meta.url))
/** A yellow disc on blue. */
const startPicture = readFileSync(goldenOf('start'))

/**
 * `whole-*` was painted by an implementation of its own, whose pictures differ from stable-diffusion.cpp's by at most 1 of 255;
 * the others are what this engine painted when they were written.
 */
const pictures: Readonly<Record<string, () => Promise<Partial<PictureTask> & { files: typeof split }>>> = {
  'whole-one-step': async () => ({ files: whole }),
  'split-one-step': async () => ({ files: split }),
  'split-wide': async () => ({ files: split, frame: { width: 128, height: 64 }, size: { width: 128, height: 64 } }),
  'split-four-steps': async () => ({ files: split, steps: 4 }),
  'split-lcm': async () => ({ files: tinyModel({ guidance: 'input' }), sampler: 'lcm', steps: 4, guidance: 8 }),
  'split-full-autoencoder': async () => ({
    files: tinyModel({ autoencoder: 'full', autoencoderWidth: 32 }),
    steps: 2,
    start: { picture: startPicture, strength: 0.5 },
  }),
  'split-from-a-picture': async () => ({
    files: split,
    steps: 2,
    start: { picture: startPicture, strength: 0.5 },
  }),
}

describe('a picture of a tiny model', () => {
  it.each(Object.keys(pictures))('%s is within 2 of 255 of the one that is kept', async (name) => {
    const { files, ...over } = (await pictures[name]?.()) ?? { files: split }
    const { png } = await engine.paint(tinyTask(files, over), listening())
    if (process.env.UPDATE_GOLDEN) {
      mkdirSync(fileURLToPath(new URL('./golden/', import.meta.url)), { recursive: true })
      writeFileSync(goldenOf(name), png)
    }
    expect(farthest(await pixelsOf(png), await pixelsOf(readFileSync(goldenOf(name))))).toBeLessThanOrEqual(2)
  })

  it('is the same for the same seed, and another for another seed or prompt', async () => {
    const first = await paint(split)
    expect(farthest(await paint(split), first)).toBe(0)
    expect(farthest(await paint(split, { seed: 8 }), first)).toBeGreaterThan(10)
    expect(farthest(await paint(split, { prompt: 'a fox, !' }), first)).toBeGreaterThan(2)
  })

  it('is the same whether the weights have their original names in one file or those of diffusers', async () => {
    const renamed = tinyModel({ middle: 'whole', attending: [0, 1] })
    expect(farthest(await paint(renamed), await paint(whole))).toBe(0)
  })

  it('stays nearer to the picture to begin from with less strength', async () => {
    const begun = (strength: number) => paint(split, { steps: 2, start: { picture: startPicture, strength } })
    const kept = await begun(0.02)
    const [little, much] = [await begun(0.2), await begun(0.9)]
    const away = (other: Uint8Array) => other.reduce((sum, value, i) => sum + Math.abs(value - kept[i]), 0)
    expect(away(little)).toBeLessThan(away(much))
  })

  it('follows the guidance in a model that takes it', async () => {
    const files = tinyModel({ guidance: 'input' })
    const guided = (guidance: number) => paint(files, { sampler: 'lcm', guidance })
    expect(farthest(await guided(8), await guided(1.5))).toBeGreaterThan(0)
  })

  it('is enlarged to the requested size', async () => {
    const { png } = await engine.paint(tinyTask(split, { size: { width: 100, height: 100 } }), listening())
    expect(await sharp(png).metadata()).toMatchObject({ width: 100, height: 100, channels: 3, format: 'png' })
  })

  it('comes with the progress, step by step, and how many words had no room', async () => {
    const call = listening()
    const prompt = Array.from({ length: 90 }, () => 'fox').join(' ')
    const { wordsLeftOut } = await engine.paint(tinyTask(split, { steps: 3, prompt }), call)
    expect(call.seen).toEqual([0, 0.25, 0.5, 0.75])
    expect(wordsLeftOut).toBe(15)
  })

  it('reads the layer before the last of an OpenCLIP, as Stable Diffusion 2 does', async () => {
    const files = tinyModel({ names: 'original', textNames: 'open-clip' })
    /** The same model with zeros in a layer of its text encoder. */
    const without = (layer: number) => {
      const unet = join(dirname(files.unet), `without-${layer}.safetensors`)
      const bytes = readFileSync(files.unet)
      const tensor = readSafetensors(files.unet).get(
        `cond_stage_model.model.transformer.resblocks.${layer}.mlp.c_fc.weight`,
      )
      if (!tensor) throw new Error('The tiny model has no such layer.')
      bytes.fill(0, tensor.offset, tensor.offset + tensor.length)
      writeFileSync(unet, bytes)
      return { ...files, unet, text: unet }
    }
    const whole = await paint(files)
    expect(farthest(await paint(without(1)), whole)).toBe(0)
    expect(farthest(await paint(without(0)), whole)).toBeGreaterThan(0)
  })
})

describe('files that are no model', () => {
  const failure = (over: Partial<typeof split>) =>
    engine.paint(tinyTask({ ...split, ...over }), listening()).catch((error: unknown) => error)

  it.each([
    [{ unet: split.merges }, 'merges.txt is not a .safetensors file. Install the model again.'],
    [
      { unet: split.text },
      'text.safetensors holds no U-Net of Stable Diffusion 1 or 2 that this engine knows. Install the model again.',
    ],
    [{ text: split.unet }, 'unet.safetensors holds no text encoder that this engine knows. Install the model again.'],
    [
      { autoencoder: split.text },
      'text.safetensors holds no small decoder (TAESD) that this engine knows. Install the model again.',
    ],
    [{ merges: split.text }, 'text.safetensors is not a list of merges of a tokenizer. Install the model again.'],
  ])('are refused with a sentence: %o', async (over, message) => {
    const error = await failure(over)
    expect(error).toBeInstanceOf(EngineFailure)
    expect(error).toMatchObject({ reason: 'model', message })
  })

  it('are refused when they are of two models', async () => {
    const other = tinyModel({ textWidth: 128 })
    expect(await failure({ text: other.text })).toMatchObject({ reason: 'model', message: /different models/ })
  })

  it('or a damaged picture to begin from leave the engine ready for the next one', async () => {
    const start = { picture: Buffer.from('no picture'), strength: 0.5 }
    await expect(engine.paint(tinyTask(split, { start }), listening())).rejects.toMatchObject({ reason: 'picture' })
    expect((await paint(split)).length).toBe(64 * 64 * 3)
  })
})
