/** A layer of a U-Net by the name that its weights begin with. */
export type UnetLayer = { readonly kind: 'residual' | 'attention' | 'downsample' | 'upsample'; readonly at: string }

/** The layers of a U-Net in their order. Each step down leaves its result for a step up, the last one first. */
export type UnetLayout = {
  readonly timeIn: string
  readonly timeOut: string
  /** The layer that takes the guidance, which nets distilled by LCM have; null where the file has none. */
  readonly guidance: string | null
  readonly convIn: string
  readonly down: readonly (readonly UnetLayer[])[]
  readonly middle: readonly UnetLayer[]
  readonly up: readonly (readonly UnetLayer[])[]
  readonly normOut: string
  readonly convOut: string
  readonly residual: {
    readonly norm1: string
    readonly conv1: string
    readonly time: string
    readonly norm2: string
    readonly conv2: string
    readonly shortcut: string
  }
}

type Has = (name: string) => boolean

const residualAt = (at: string): UnetLayer => ({ kind: 'residual', at })

/** The attention layer of that name, if the file has it. */
const attentionAt = (has: Has, at: string): UnetLayer[] => (has(`${at}.norm.weight`) ? [{ kind: 'attention', at }] : [])

function numbered(has: Has, name: (number: number) => string): number[] {
  const numbers: number[] = []
  while (has(name(numbers.length))) numbers.push(numbers.length)
  return numbers
}

/** In the names of checkpoints of one file, as CompVis published them. */
function originalLayout(has: Has): UnetLayout {
  const down: UnetLayer[][] = []
  for (let i = 1; ; i += 1) {
    const at = `input_blocks.${i}`
    if (has(`${at}.0.op.weight`)) down.push([{ kind: 'downsample', at: `${at}.0.op` }])
    else if (has(`${at}.0.in_layers.0.weight`)) down.push([residualAt(`${at}.0`), ...attentionAt(has, `${at}.1`)])
    else break
  }
  const up = numbered(has, (i) => `output_blocks.${i}.0.in_layers.0.weight`).map((i): UnetLayer[] => {
    const at = `output_blocks.${i}`
    const enlarged = [`${at}.1.conv`, `${at}.2.conv`].filter((name) => has(`${name}.weight`))
    return [
      residualAt(`${at}.0`),
      ...attentionAt(has, `${at}.1`),
      ...enlarged.map((name): UnetLayer => ({ kind: 'upsample', at: name })),
    ]
  })
  const hasMiddle = has('middle_block.0.in_layers.0.weight')
  return {
    timeIn: 'time_embed.0',
    timeOut: 'time_embed.2',
    guidance: null,
    convIn: 'input_blocks.0.0',
    down,
    middle: hasMiddle
      ? [residualAt('middle_block.0'), ...attentionAt(has, 'middle_block.1'), residualAt('middle_block.2')]
      : [],
    up,
    normOut: 'out.0',
    convOut: 'out.2',
    residual: {
      norm1: 'in_layers.0',
      conv1: 'in_layers.2',
      time: 'emb_layers.1',
      norm2: 'out_layers.0',
      conv2: 'out_layers.3',
      shortcut: 'skip_connection',
    },
  }
}

/** In the names of the diffusers library, which split repositories use. SDXS has no middle. */
function diffusersLayout(has: Has): UnetLayout {
  const blocks = (side: 'down_blocks' | 'up_blocks') =>
    numbered(has, (i) => `${side}.${i}.resnets.0.norm1.weight`).map((i) => {
      const at = `${side}.${i}`
      const steps = numbered(has, (n) => `${at}.resnets.${n}.norm1.weight`).map((n) => [
        residualAt(`${at}.resnets.${n}`),
        ...attentionAt(has, `${at}.attentions.${n}`),
      ])
      return { at, steps }
    })
  const down = blocks('down_blocks').flatMap(({ at, steps }) => {
    const smaller = `${at}.downsamplers.0.conv`
    const last: UnetLayer[][] = has(`${smaller}.weight`) ? [[{ kind: 'downsample', at: smaller }]] : []
    return [...steps, ...last]
  })
  const up = blocks('up_blocks').flatMap(({ at, steps }) => {
    const larger = `${at}.upsamplers.0.conv`
    if (!has(`${larger}.weight`)) return steps
    return steps.map((step, i): UnetLayer[] =>
      i === steps.length - 1 ? [...step, { kind: 'upsample', at: larger }] : step,
    )
  })
  const hasMiddle = has('mid_block.resnets.0.norm1.weight')
  return {
    timeIn: 'time_embedding.linear_1',
    timeOut: 'time_embedding.linear_2',
    guidance: has('time_embedding.cond_proj.weight') ? 'time_embedding.cond_proj' : null,
    convIn: 'conv_in',
    down,
    middle: hasMiddle
      ? [
          residualAt('mid_block.resnets.0'),
          ...attentionAt(has, 'mid_block.attentions.0'),
          residualAt('mid_block.resnets.1'),
        ]
      : [],
    up,
    normOut: 'conv_norm_out',
    convOut: 'conv_out',
    residual: {
      norm1: 'norm1',
      conv1: 'conv1',
      time: 'time_emb_proj',
      norm2: 'norm2',
      conv2: 'conv2',
      shortcut: 'conv_shortcut',
    },
  }
}

/** Reads off which layers a U-Net has, from the names of its weights. */
export const unetLayout = (has: Has): UnetLayout => (has('conv_in.weight') ? diffusersLayout(has) : originalLayout(has))
