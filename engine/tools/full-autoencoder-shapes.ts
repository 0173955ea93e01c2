import type { ModelForm } from './model-form.ts'
import { Shapes } from './shapes.ts'

type Form = Pick<ModelForm, 'names' | 'autoencoderWidth'>

/** Planes of each level, from the largest picture to the smallest. */
const widths = [1, 2, 4, 4]

/** Two halves in the same order in both kinds of names, so that their weights are the same numbers. */
export function fullAutoencoderShapes({ names, autoencoderWidth: width }: Form): Shapes {
  const shapes = new Shapes()
  const isOriginal = names === 'original'
  const prefix = isOriginal ? 'first_stage_model.' : ''
  const name = (original: string, diffusers: string) => prefix + (isOriginal ? original : diffusers)
  const sizes = widths.map((times) => times * width)
  const [top = 0, deep = 0] = [sizes[0], sizes.at(-1)]

  const residual = (at: string, { from, to }: { from: number; to: number }) => {
    shapes.norm(`${at}.norm1`, from)
    shapes.conv(`${at}.conv1`, to, from)
    shapes.norm(`${at}.norm2`, to)
    shapes.conv(`${at}.conv2`, to, to)
    if (from !== to) shapes.conv(`${at}.${isOriginal ? 'nin_shortcut' : 'conv_shortcut'}`, to, from, { kernel: 1 })
  }
  const middle = (half: string) => {
    residual(name(`${half}.mid.block_1`, `${half}.mid_block.resnets.0`), { from: deep, to: deep })
    const at = name(`${half}.mid.attn_1`, `${half}.mid_block.attentions.0`)
    shapes.norm(`${at}.${isOriginal ? 'norm' : 'group_norm'}`, deep)
    for (const [original, diffusers] of [
      ['q', 'to_q'],
      ['k', 'to_k'],
      ['v', 'to_v'],
      ['proj_out', 'to_out.0'],
    ])
      if (isOriginal) shapes.conv(`${at}.${original}`, deep, deep, { kernel: 1 })
      else shapes.linear(`${at}.${diffusers}`, deep, deep)
    residual(name(`${half}.mid.block_2`, `${half}.mid_block.resnets.1`), { from: deep, to: deep })
  }
  const last = (half: string, size: number, out: number) => {
    shapes.norm(name(`${half}.norm_out`, `${half}.conv_norm_out`), size)
    shapes.conv(name(`${half}.conv_out`, `${half}.conv_out`), out, size)
  }

  shapes.conv(name('encoder.conv_in', 'encoder.conv_in'), top, 3)
  let size = top
  for (const [level, to] of sizes.entries()) {
    for (let block = 0; block < 2; block += 1) {
      const at = name(`encoder.down.${level}.block.${block}`, `encoder.down_blocks.${level}.resnets.${block}`)
      residual(at, { from: size, to })
      size = to
    }
    if (level < sizes.length - 1)
      shapes.conv(
        name(`encoder.down.${level}.downsample.conv`, `encoder.down_blocks.${level}.downsamplers.0.conv`),
        to,
        to,
      )
  }
  middle('encoder')
  last('encoder', deep, 8)
  shapes.conv(`${prefix}quant_conv`, 8, 8, { kernel: 1 })

  shapes.conv(`${prefix}post_quant_conv`, 4, 4, { kernel: 1 })
  shapes.conv(name('decoder.conv_in', 'decoder.conv_in'), deep, 4)
  middle('decoder')
  for (const [level, to] of sizes.toReversed().entries()) {
    const number = sizes.length - 1 - level
    for (let block = 0; block < 3; block += 1) {
      residual(name(`decoder.up.${number}.block.${block}`, `decoder.up_blocks.${level}.resnets.${block}`), {
        from: size,
        to,
      })
      size = to
    }
    if (level < sizes.length - 1)
      shapes.conv(name(`decoder.up.${number}.upsample.conv`, `decoder.up_blocks.${level}.upsamplers.0.conv`), to, to)
  }
  last('decoder', top, 3)
  return shapes
}
