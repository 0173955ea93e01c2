import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import type { WorkflowGraph } from '#domain/workflows/workflow.ts'

/** The parts of an inpainting graph. Pictures are named as they were uploaded. */
export type Inpainting = {
  readonly checkpoint: string
  readonly words: string
  readonly picture: string
  /** An opaque PNG of the picture's size; white is what changes. */
  readonly mask: string
  readonly seed: number
  readonly steps: number
  readonly guidance: number
  /** 0 to 1. */
  readonly strength: number
}

/** Pixels by which the mask grows for the model, whose own grid is coarser: the server lays the result over the source anyway. */
const grownBy = 8

/** Checkpoints that were trained to fill masks say so in their names. */
const isInpaintCheckpoint = (name: string): boolean => /inpaint/i.test(name)

/**
 * Paints into a mask, by the nodes of ComfyUI itself; an extension is the same with a larger picture, whose mask is what is new. An
 * inpainting checkpoint gets the hole as a condition (InpaintModelConditioning), every other one noise in the hole alone.
 */
export function inpaintGraph(asked: Inpainting): WorkflowGraph {
  const { checkpoint, words, picture, mask, seed, steps, guidance, strength } = asked
  const isTrained = isInpaintCheckpoint(checkpoint)
  const textNode = (text: string) => ({ class_type: 'CLIPTextEncode', inputs: { text, clip: ['checkpoint', 1] } })
  const hole = isTrained
    ? {
        condition: {
          class_type: 'InpaintModelConditioning',
          inputs: {
            positive: ['prompt', 0],
            negative: ['negative', 0],
            vae: ['checkpoint', 2],
            pixels: ['picture', 0],
            mask: ['grown', 0],
            noise_mask: true,
          },
        },
      }
    : {
        encoded: { class_type: 'VAEEncode', inputs: { pixels: ['picture', 0], vae: ['checkpoint', 2] } },
        latent: { class_type: 'SetLatentNoiseMask', inputs: { samples: ['encoded', 0], mask: ['grown', 0] } },
      }
  const [positive, negative, latent] = isTrained
    ? [
        ['condition', 0],
        ['condition', 1],
        ['condition', 2],
      ]
    : [
        ['prompt', 0],
        ['negative', 0],
        ['latent', 0],
      ]
  return {
    checkpoint: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: checkpoint } },
    prompt: textNode(words),
    negative: textNode(''),
    picture: { class_type: 'LoadImage', inputs: { image: picture } },
    // The red channel: LoadImage's own mask is the transparency, the other way round.
    mask: { class_type: 'LoadImageMask', inputs: { image: mask, channel: 'red' } },
    grown: { class_type: 'GrowMask', inputs: { mask: ['mask', 0], expand: grownBy, tapered_corners: true } },
    ...hole,
    sampler: {
      class_type: 'KSampler',
      inputs: {
        seed,
        steps,
        cfg: guidance,
        sampler_name: 'euler',
        scheduler: 'normal',
        // A trained one sees no pixels in the hole: there is nothing to keep.
        denoise: isTrained ? 1 : strength,
        model: ['checkpoint', 0],
        positive,
        negative,
        latent_image: latent,
      },
    },
    decode: { class_type: 'VAEDecode', inputs: { samples: ['sampler', 0], vae: ['checkpoint', 2] } },
    laid: {
      class_type: 'ImageCompositeMasked',
      inputs: {
        destination: ['picture', 0],
        source: ['decode', 0],
        x: 0,
        y: 0,
        resize_source: false,
        mask: ['mask', 0],
      },
    },
    show: { class_type: 'PreviewImage', inputs: { images: ['laid', 0] } },
  }
}

/** Enlarges by one of the upscale models, which have a factor of their own: the result is brought to the size that is asked for. */
export const upscaleGraph = (upscaler: string, picture: string, { width, height }: PixelSize): WorkflowGraph => ({
  upscaler: { class_type: 'UpscaleModelLoader', inputs: { model_name: upscaler } },
  picture: { class_type: 'LoadImage', inputs: { image: picture } },
  enlarged: { class_type: 'ImageUpscaleWithModel', inputs: { upscale_model: ['upscaler', 0], image: ['picture', 0] } },
  sized: {
    class_type: 'ImageScale',
    inputs: { image: ['enlarged', 0], upscale_method: 'lanczos', width, height, crop: 'disabled' },
  },
  show: { class_type: 'PreviewImage', inputs: { images: ['sized', 0] } },
})
