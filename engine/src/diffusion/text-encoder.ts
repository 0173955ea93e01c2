import { TorchGraph } from '../onnx/torch-graph.ts'
import { tokenCount } from './tokenizer.ts'

/** A text encoder as an ONNX model. Input: tokens [1, 77], whole numbers; output: text [1, 77, width]. */
export type TextEncoder = { readonly model: Uint8Array; readonly width: number }

/** The width of OpenCLIP-H, the encoder of Stable Diffusion 2.x; CLIP-L, the one of 1.x, has 768. */
const widthOfOpenClip = 1_024
/** Both encoders have heads of 64 numbers. */
const headWidth = 64

/** The names of an encoder's weights. */
type Names = {
  readonly tokens: string
  readonly positions: string
  /** Before and after the number of a layer. */
  readonly layers: readonly [string, string]
  readonly norm1: string
  readonly norm2: string
  readonly wide: string
  readonly narrow: string
  readonly attentionOut: string
  readonly normOut: string
}

/** As the transformers library saves it. */
const clipNames: Names = {
  tokens: 'embeddings.token_embedding.weight',
  positions: 'embeddings.position_embedding.weight',
  layers: ['encoder.layers.', '.layer_norm1.weight'],
  norm1: 'layer_norm1',
  norm2: 'layer_norm2',
  wide: 'mlp.fc1',
  narrow: 'mlp.fc2',
  attentionOut: 'self_attn.out_proj',
  normOut: 'final_layer_norm',
}

/** As OpenCLIP saves it: in checkpoints of one file of Stable Diffusion 2.x. */
const openClipNames: Names = {
  tokens: 'token_embedding.weight',
  positions: 'positional_embedding',
  layers: ['transformer.resblocks.', '.ln_1.weight'],
  norm1: 'ln_1',
  norm2: 'ln_2',
  wide: 'mlp.c_fc',
  narrow: 'mlp.c_proj',
  attentionOut: 'attn.out_proj',
  normOut: 'ln_final',
}

/** Queries, keys and values: one layer each, or the three parts of one. */
function queryKeyValue(graph: TorchGraph, at: string, x: string): readonly string[] {
  const together = `${at}.attn.in_proj`
  if (!graph.has(`${together}_weight`))
    return ['q', 'k', 'v'].map((part) => graph.linear(`${at}.self_attn.${part}_proj`, x))
  return [0, 1, 2].map((part) => {
    const [weight, bias] = ['weight', 'bias'].map((name) => graph.weightPart(`${together}_${name}`, { part, parts: 3 }))
    return graph.project(x, weight, bias)
  })
}

/** Added to the products of attention: a token sees itself and those before it. */
function causalMask(graph: TorchGraph): string {
  const mask = new Float32Array(tokenCount * tokenCount)
  for (let row = 0; row < tokenCount; row += 1) mask.fill(-1e9, row * tokenCount + row + 1, (row + 1) * tokenCount)
  return graph.constant(mask, [tokenCount, tokenCount])
}

/**
 * Writes the text encoder of a checkpoint: CLIP-L, or OpenCLIP-H, of which Stable Diffusion 2.x reads the layer before the last.
 * The transformers library saves OpenCLIP-H without its last layer.
 * @throws UnusableModel where the file holds none.
 */
export function writeTextEncoder(file: string): TextEncoder {
  const graph = TorchGraph.open(file, {
    what: 'text encoder',
    probes: {
      'text_model.': clipNames.tokens,
      'cond_stage_model.transformer.text_model.': clipNames.tokens,
      'cond_stage_model.model.': openClipNames.tokens,
    },
  })
  const isOpenClip = graph.has(openClipNames.tokens)
  const names = isOpenClip ? openClipNames : clipNames
  const [width = 0] = graph.shapeOf(`${names.normOut}.weight`)
  const activate = (x: string) => (width === widthOfOpenClip ? graph.gelu(x) : graph.quickGelu(x))
  const layers = graph.countOf(...names.layers) - (isOpenClip ? 1 : 0)

  const mask = causalMask(graph)
  const embedded = graph.op('Gather', [graph.weight(names.tokens), graph.input('tokens', [1, tokenCount], 'int64')])
  let x = graph.op('Add', [embedded, graph.weight(names.positions)])
  for (let i = 0; i < layers; i += 1) {
    const at = `${names.layers[0]}${i}`
    const parts = queryKeyValue(graph, at, graph.layerNorm(`${at}.${names.norm1}`, x))
    const [q, k, v] = parts.map((value) => ({ value, count: tokenCount }))
    const mixed = graph.attention(q, k, v, { size: width, heads: width / headWidth, mask })
    x = graph.op('Add', [x, graph.linear(`${at}.${names.attentionOut}`, mixed)])
    const wide = graph.linear(`${at}.${names.wide}`, graph.layerNorm(`${at}.${names.norm2}`, x))
    x = graph.op('Add', [x, graph.linear(`${at}.${names.narrow}`, activate(wide))])
  }
  graph.output('text', graph.layerNorm(names.normOut, x), [1, tokenCount, width])
  return { model: graph.toBytes(), width }
}
