import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { ModelForm } from '../../tools/model-form.ts'
import { tinyForm, writeModel } from '../../tools/write-model.ts'
import type { PaintListeners } from '../process/engine-process.ts'
import type { ModelFiles, PictureTask } from '../task.ts'

/** Writes a tiny model into a folder of its own. */
export const tinyModel = (form: Partial<ModelForm> = {}): ModelFiles =>
  writeModel(mkdtempSync(join(tmpdir(), 'espalier-tiny-model-')), { ...tinyForm, ...form })

/** A picture of 64 × 64 in one step. */
export const tinyTask = (files: ModelFiles, over: Partial<PictureTask> = {}) => ({
  files,
  sampler: 'euler-ancestral' as const,
  steps: 1,
  guidance: 1,
  prompt: 'the light house',
  seed: 7,
  frame: { width: 64, height: 64 },
  size: { width: 64, height: 64 },
  start: null,
  leastMemoryBytes: 0,
  ...over,
})

/** Listeners that record the progress. */
export function listening(
  signal: AbortSignal = new AbortController().signal,
): PaintListeners & { readonly seen: number[] } {
  const seen: number[] = []
  return { signal, onProgress: (fraction) => seen.push(fraction), seen }
}

export const pixelsOf = (png: Uint8Array) => sharp(png).removeAlpha().raw().toBuffer()

/** The largest difference of a channel, 0 to 255; 255 where the sizes differ. */
export function farthest(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return 255
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0)
}
