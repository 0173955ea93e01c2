/**
 * Writes models of Stable Diffusion's form without any training in them: tiny ones for tests, and ones of the true size for
 * measurements, since a net takes as long whatever its weights are.
 */
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelFiles } from '#engine/task.ts'
import { fullAutoencoderShapes } from './full-autoencoder-shapes.ts'
import type { ModelForm } from './model-form.ts'
import { Shapes } from './shapes.ts'

/** Merges of a tokenizer that knows hardly any word. */
const merges = ['l i', 'li g', 'lig h', 'ligh t', 'h o', 'ho u', 's e</w>', 'f o', 'fo x</w>', 't h', 'th e</w>']

/** A model for tests: half a million numbers, in a fraction of a second. */
export const tinyForm: ModelForm = {
  names: 'diffusers',
  channels: 32,
  levels: [1, 2],
  blocksPerLevel: 1,
  attending: [1],
  middle: 'none',
  guidance: 'none',
  textNames: 'clip',
  textWidth: 64,
  textLayers: 2,
  vocabulary: 512 + merges.length + 2,
  autoencoder: 'small',
  autoencoderWidth: 16,
  type: 'F16',
  weights: 'made-up',
}

/** The form of SDXS-512-DreamShaper, and of SD-Turbo (Stable Diffusion 2.1). */
export const sdxsForm: ModelForm = {
  ...tinyForm,
  channels: 320,
  levels: [1, 2, 4],
  attending: [1, 2],
  textWidth: 768,
  textLayers: 12,
  vocabulary: 49_408,
  autoencoderWidth: 64,
  type: 'F32',
  weights: 'zeros',
}
export const sdTurboForm: ModelForm = {
  ...sdxsForm,
  levels: [1, 2, 4, 4],
  blocksPerLevel: 2,
  attending: [0, 1, 2],
  middle: 'whole',
  textWidth: 1_024,
  textLayers: 23,
  type: 'F16',
}

function addResidual(shapes: Shapes, form: ModelForm, at: string, sizes: { from: number; to: number }): void {
  const { from, to } = sizes
  const name = (original: string, diffusers: string) => `${at}.${form.names === 'original' ? original : diffusers}`
  shapes.norm(name('in_layers.0', 'norm1'), from)
  shapes.conv(name('in_layers.2', 'conv1'), to, from)
  shapes.linear(name('emb_layers.1', 'time_emb_proj'), to, form.channels * 4)
  shapes.norm(name('out_layers.0', 'norm2'), to)
  shapes.conv(name('out_layers.3', 'conv2'), to, to)
  if (from !== to) shapes.conv(name('skip_connection', 'conv_shortcut'), to, from, { kernel: 1 })
}

function addAttention(shapes: Shapes, { textWidth }: ModelForm, at: string, size: number): void {
  shapes.norm(`${at}.norm`, size)
  for (const side of ['proj_in', 'proj_out'])
    if (textWidth === 1_024) shapes.linear(`${at}.${side}`, size, size)
    else shapes.conv(`${at}.${side}`, size, size, { kernel: 1 })
  const block = `${at}.transformer_blocks.0`
  for (const number of [1, 2, 3]) shapes.norm(`${block}.norm${number}`, size)
  for (const [number, from] of [
    [1, size],
    [2, textWidth],
  ] as const) {
    shapes.linear(`${block}.attn${number}.to_q`, size, size, 'none')
    for (const part of ['to_k', 'to_v']) shapes.linear(`${block}.attn${number}.${part}`, size, from, 'none')
    shapes.linear(`${block}.attn${number}.to_out.0`, size, size)
  }
  shapes.linear(`${block}.ff.net.0.proj`, size * 8, size)
  shapes.linear(`${block}.ff.net.2`, size, size * 4)
}

/** The weights come in the same order in both kinds of names, and so get the same numbers. */
function unetShapes(form: ModelForm): Shapes {
  const { channels, levels, blocksPerLevel, attending, middle } = form
  const shapes = new Shapes()
  const isOriginal = form.names === 'original'
  const prefix = isOriginal ? 'model.diffusion_model.' : ''
  const name = (original: string, diffusers: string) => prefix + (isOriginal ? original : diffusers)

  shapes.linear(name('time_embed.0', 'time_embedding.linear_1'), channels * 4, channels)
  shapes.linear(name('time_embed.2', 'time_embedding.linear_2'), channels * 4, channels * 4)
  if (form.guidance === 'input') shapes.linear(`${prefix}time_embedding.cond_proj`, channels, 256, 'none')
  shapes.conv(name('input_blocks.0.0', 'conv_in'), channels, 4)
  const skips = [channels]
  let size = channels
  let number = 1
  for (const [level, times] of levels.entries()) {
    for (let i = 0; i < blocksPerLevel; i += 1) {
      const to = channels * times
      addResidual(shapes, form, name(`input_blocks.${number}.0`, `down_blocks.${level}.resnets.${i}`), {
        from: size,
        to,
      })
      size = to
      if (attending.includes(level))
        addAttention(shapes, form, name(`input_blocks.${number}.1`, `down_blocks.${level}.attentions.${i}`), size)
      skips.push(size)
      number += 1
    }
    if (level === levels.length - 1) continue
    shapes.conv(name(`input_blocks.${number}.0.op`, `down_blocks.${level}.downsamplers.0.conv`), size, size)
    skips.push(size)
    number += 1
  }
  if (middle === 'whole') {
    const sizes = { from: size, to: size }
    addResidual(shapes, form, name('middle_block.0', 'mid_block.resnets.0'), sizes)
    addAttention(shapes, form, name('middle_block.1', 'mid_block.attentions.0'), size)
    addResidual(shapes, form, name('middle_block.2', 'mid_block.resnets.1'), sizes)
  }
  number = 0
  for (const [up, times] of levels.toReversed().entries()) {
    const level = levels.length - 1 - up
    for (let i = 0; i <= blocksPerLevel; i += 1) {
      const from = size + (skips.pop() ?? 0)
      const to = channels * times
      addResidual(shapes, form, name(`output_blocks.${number}.0`, `up_blocks.${up}.resnets.${i}`), { from, to })
      size = to
      const attends = attending.includes(level)
      if (attends)
        addAttention(shapes, form, name(`output_blocks.${number}.1`, `up_blocks.${up}.attentions.${i}`), size)
      if (level > 0 && i === blocksPerLevel)
        shapes.conv(
          name(`output_blocks.${number}.${attends ? 2 : 1}.conv`, `up_blocks.${up}.upsamplers.0.conv`),
          size,
          size,
        )
      number += 1
    }
  }
  shapes.norm(name('out.0', 'conv_norm_out'), size)
  shapes.conv(name('out.2', 'conv_out'), 4, size)
  return shapes
}

function openClipShapes({ textWidth: width, textLayers, vocabulary }: ModelForm): Shapes {
  const shapes = new Shapes()
  const at = 'cond_stage_model.model.'
  shapes.set(`${at}token_embedding.weight`, [vocabulary, width])
  shapes.set(`${at}positional_embedding`, [77, width])
  for (let i = 0; i < textLayers; i += 1) {
    const layer = `${at}transformer.resblocks.${i}`
    shapes.norm(`${layer}.ln_1`, width)
    shapes.norm(`${layer}.ln_2`, width)
    shapes.set(`${layer}.attn.in_proj_weight`, [width * 3, width])
    shapes.set(`${layer}.attn.in_proj_bias`, [width * 3])
    shapes.linear(`${layer}.attn.out_proj`, width, width)
    shapes.linear(`${layer}.mlp.c_fc`, width * 4, width)
    shapes.linear(`${layer}.mlp.c_proj`, width, width * 4)
  }
  shapes.norm(`${at}ln_final`, width)
  return shapes
}

function textShapes(form: ModelForm): Shapes {
  if (form.textNames === 'open-clip') return openClipShapes(form)
  const { names, textWidth: width, textLayers, vocabulary } = form
  const shapes = new Shapes()
  const at = names === 'original' ? 'cond_stage_model.transformer.text_model.' : 'text_model.'
  shapes.set(`${at}embeddings.token_embedding.weight`, [vocabulary, width])
  shapes.set(`${at}embeddings.position_embedding.weight`, [77, width])
  for (let i = 0; i < textLayers; i += 1) {
    const layer = `${at}encoder.layers.${i}`
    shapes.norm(`${layer}.layer_norm1`, width)
    shapes.norm(`${layer}.layer_norm2`, width)
    for (const part of ['q', 'k', 'v', 'out']) shapes.linear(`${layer}.self_attn.${part}_proj`, width, width)
    shapes.linear(`${layer}.mlp.fc1`, width * 4, width)
    shapes.linear(`${layer}.mlp.fc2`, width, width * 4)
  }
  shapes.norm(`${at}final_layer_norm`, width)
  return shapes
}

/** TAESD: a number without weights is an activation or doubles the sides. */
function autoencoderShapes({ autoencoderWidth: width }: ModelForm): Shapes {
  const shapes = new Shapes()
  const add = (half: 'encoder' | 'decoder', layers: readonly string[]) => {
    for (const [number, kind] of layers.entries()) {
      const name = `${half}.layers.${number}`
      const [from, to] = half === 'encoder' ? ([3, 4] as const) : ([4, 3] as const)
      if (kind === 'block') for (const i of [0, 2, 4]) shapes.conv(`${name}.conv.${i}`, width, width)
      else if (kind === 'plain') shapes.conv(name, width, width, { bias: 'none' })
      else if (kind === 'first') shapes.conv(name, width, from)
      else if (kind === 'last') shapes.conv(name, to, width)
    }
  }
  const blocks = ['block', 'block', 'block']
  const down = ['plain', ...blocks]
  const up = [...blocks, 'double', 'plain']
  add('encoder', ['first', 'block', ...down, ...down, ...down, 'last'])
  add('decoder', ['first', 'relu', ...up, ...up, ...up, 'block', 'last'])
  return shapes
}

/**
 * Numbers that are the same on every run (mulberry32), as half floats: a sign, and a size round √(2 / inputs), so that a net neither
 * fades nor overflows (He and others, 2015).
 */
function madeUpHalves(count: number, seed: number, inputs: number): Uint16Array {
  const halves = new Uint16Array(count)
  const exponent = 13 + Math.round(Math.log2(Math.sqrt(2 / inputs)))
  let state = seed
  for (let i = 0; i < count; i += 1) {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t ^= t + Math.imul(t ^ (t >>> 7), 61 | t)
    halves[i] = ((t & 1) << 15) | ((exponent + ((t >>> 1) & 1)) << 10) | ((t >>> 2) & 0x3ff)
  }
  return halves
}

const halfOfOne = 0x3c00
const halfOfAHalf = 0x3800

/** Null for zeros. A norm multiplies by one; the picture is a middle gray, so that nothing is cut off at black. */
function madeUpWeight(name: string, shape: readonly number[], seed: number): Uint16Array | null {
  const count = shape.reduce((product, each) => product * each, 1)
  if (name === 'decoder.layers.18.bias') return new Uint16Array(count).fill(halfOfAHalf)
  if (name.endsWith('bias')) return null
  const [outputs = 1] = shape
  return shape.length === 1 ? new Uint16Array(count).fill(halfOfOne) : madeUpHalves(count, seed, count / outputs)
}

type WrittenForm = Pick<ModelForm, 'type' | 'weights'>

/** Writes a .safetensors file. Made-up weights are half floats, the same ones for each net whatever its names are. */
export function writeSafetensors(
  file: string,
  nets: readonly ReadonlyMap<string, readonly number[]>[],
  form: WrittenForm,
): void {
  const elementBytes = form.type === 'F16' ? 2 : 4
  const header: Record<string, { dtype: string; shape: readonly number[]; data_offsets: [number, number] }> = {}
  let at = 0
  for (const [name, shape] of nets.flatMap((net) => [...net])) {
    const length = shape.reduce((product, each) => product * each, elementBytes)
    header[name] = { dtype: form.type, shape, data_offsets: [at, at + length] }
    at += length
  }
  const json = JSON.stringify(header)
  const head = Buffer.from(json + ' '.repeat((8 - (json.length % 8)) % 8))
  const size = Buffer.alloc(8)
  size.writeBigUInt64LE(BigInt(head.byteLength))
  const start = 8 + head.byteLength
  const descriptor = openSync(file, 'w')
  try {
    writeSync(descriptor, Buffer.concat([size, head]))
    ftruncateSync(descriptor, start + at)
    if (form.weights === 'zeros') return
    for (const net of nets)
      for (const [index, [name, shape]] of [...net].entries()) {
        const weight = madeUpWeight(name, shape, index + 1)
        if (weight) writeSync(descriptor, weight, 0, weight.byteLength, start + (header[name]?.data_offsets[0] ?? 0))
      }
  } finally {
    closeSync(descriptor)
  }
}

/** Writes a model into a folder, which is made. @returns Its files. */
export function writeModel(folder: string, form: ModelForm = tinyForm): ModelFiles {
  mkdirSync(folder, { recursive: true })
  const files = {
    unet: join(folder, form.names === 'original' ? 'model.safetensors' : 'unet.safetensors'),
    text: join(folder, form.names === 'original' ? 'model.safetensors' : 'text.safetensors'),
    autoencoder: join(folder, 'autoencoder.safetensors'),
    merges: join(folder, 'merges.txt'),
  }
  const [unet, text] = [unetShapes(form), textShapes(form)]
  if (form.names === 'original') writeSafetensors(files.unet, [unet, text], form)
  else {
    writeSafetensors(files.unet, [unet], form)
    writeSafetensors(files.text, [text], form)
  }
  const autoencoder = form.autoencoder === 'full' ? fullAutoencoderShapes(form) : autoencoderShapes(form)
  writeSafetensors(files.autoencoder, [autoencoder], { type: 'F16', weights: form.weights })
  writeFileSync(files.merges, ['#version: 0.2', ...merges, ''].join('\n'))
  return files
}
