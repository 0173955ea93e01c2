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
    ...titled('seed, steps, guidance, strength'),
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

/** The graph that runs any plain checkpoint (Stable Diffusion 1.5, SDXL and their kin). */
export const checkpointWorkflow = (from: 'words' | 'picture'): Pick<Workflow, 'graph'> => ({
  graph: from === 'words' ? fromWords : fromPicture,
})
