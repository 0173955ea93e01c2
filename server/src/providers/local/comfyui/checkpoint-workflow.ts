import type { ChosenLora } from '#domain/models/controls.ts'
import type { ComfyGraph, Workflow } from './workflow.ts'

const titled = (title: string) => ({ _meta: { title } })

/** Text to picture with a checkpoint; marked like every other workflow. */
const fromWords: ComfyGraph = {
  checkpoint: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: '' }, ...titled('checkpoint') },
  prompt: { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['checkpoint', 1] }, ...titled('prompt') },
  negative: {
    class_type: 'CLIPTextEncode',
    inputs: { text: '', clip: ['checkpoint', 1] },
    ...titled('negative prompt'),
  },
  latent: {
    class_type: 'EmptyLatentImage',
    inputs: { width: 1024, height: 1024, batch_size: 1 },
    ...titled('width, height'),
  },
  sampler: {
    class_type: 'KSampler',
    inputs: {
      seed: 0,
      steps: 25,
      cfg: 7,
      sampler_name: 'euler',
      scheduler: 'normal',
      denoise: 1,
      model: ['checkpoint', 0],
      positive: ['prompt', 0],
      negative: ['negative', 0],
      latent_image: ['latent', 0],
    },
    ...titled('seed, steps, guidance, sampler, strength'),
  },
  decode: { class_type: 'VAEDecode', inputs: { samples: ['sampler', 0], vae: ['checkpoint', 2] } },
  // Not saved there: ComfyUI forgets it with its other temporary files.
  show: { class_type: 'PreviewImage', inputs: { images: ['decode', 0] } },
}

/** Picture to picture: the start picture is cropped to the frame and painted over. */
const fromPicture: ComfyGraph = {
  ...fromWords,
  picture: { class_type: 'LoadImage', inputs: { image: '' }, ...titled('input image') },
  frame: {
    class_type: 'ImageScale',
    inputs: { image: ['picture', 0], upscale_method: 'lanczos', width: 1024, height: 1024, crop: 'center' },
    ...titled('width, height'),
  },
  latent: { class_type: 'VAEEncode', inputs: { pixels: ['frame', 0], vae: ['checkpoint', 2] } },
}

/** One LoRA after the other between the checkpoint and all that reads its net and its words. */
function withLoras(graph: ComfyGraph, loras: readonly ChosenLora[]): ComfyGraph {
  let last = 'checkpoint'
  const loaders: ComfyGraph = {}
  for (const [place, { name, weight }] of loras.entries()) {
    const id = `lora ${place + 1}`
    loaders[id] = {
      class_type: 'LoraLoader',
      inputs: {
        lora_name: name,
        strength_model: weight,
        strength_clip: weight,
        model: [last, 0],
        clip: [last, 1],
      },
    }
    last = id
  }
  // The decoder of pictures, output 2, is the checkpoint's own.
  const relinked = (value: unknown) =>
    Array.isArray(value) && value[0] === 'checkpoint' && value[1] < 2 ? [last, value[1]] : value
  const others = Object.entries(graph).map(([id, node]) => {
    const inputs = Object.entries(node.inputs).map(([name, value]) => [name, relinked(value)])
    return [id, { ...node, inputs: Object.fromEntries(inputs) }] as const
  })
  return { ...Object.fromEntries(others), ...loaders }
}

/** The graph that runs any plain checkpoint (Stable Diffusion 1.5, SDXL and their kin). */
export const checkpointWorkflow = (
  from: 'words' | 'picture',
  loras: readonly ChosenLora[] = [],
): Pick<Workflow, 'graph'> => ({ graph: withLoras(from === 'words' ? fromWords : fromPicture, loras) })
