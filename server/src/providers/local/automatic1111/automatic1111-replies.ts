import { z } from 'zod'

/**
 * The parts of the web interface's API that are read (modules/api/models.py of stable-diffusion-webui; Forge and SD.Next answer
 * the same). GET /sdapi/v1/sd-models
 */
export const modelsSchema = z.array(z.object({ title: z.string(), model_name: z.string() }))

/** POST /sdapi/v1/txt2img and img2img; `info` is JSON again, and empty with some. */
export const pictureSchema = z.object({ images: z.array(z.string()).nullish(), info: z.string().nullish() })

/** GET /sdapi/v1/upscalers; those without a model file resize by a formula. */
export const upscalersSchema = z.array(z.object({ name: z.string(), model_path: z.string().nullish() }))

/** POST /sdapi/v1/extra-single-image */
export const enlargedSchema = z.object({ image: z.string().nullish() })

/** The content of `info`. */
export const infoSchema = z.object({ seed: z.number().int().nonnegative() })

/**
 * POST /internal/progress, about one task (modules/progress.py). GET /sdapi/v1/progress is about whatever runs, and names no task:
 * its ProgressResponse has no such field.
 */
export const progressSchema = z.object({
  active: z.boolean(),
  queued: z.boolean().nullish(),
  completed: z.boolean().nullish(),
  progress: z.number().nullish(),
  /** A data URI. */
  live_preview: z.string().nullish(),
  /** Rises with each preview; -1 before the first. */
  id_live_preview: z.number().nullish(),
  textinfo: z.string().nullish(),
})

/** GET /sdapi/v1/samplers */
export const samplersSchema = z.array(z.object({ name: z.string().min(1) }))

/** GET /sdapi/v1/loras, of the extension that comes with it; `metadata` is the header of the file. */
export const lorasSchema = z.array(z.object({ name: z.string().min(1), metadata: z.unknown().optional() }))

export type SdSamplers = z.input<typeof samplersSchema>
export type SdLoras = z.input<typeof lorasSchema>
export type SdModels = z.input<typeof modelsSchema>
export type SdUpscalers = z.input<typeof upscalersSchema>
export type SdEnlarged = z.input<typeof enlargedSchema>
export type SdPicture = z.input<typeof pictureSchema>
export type SdProgress = z.input<typeof progressSchema>
