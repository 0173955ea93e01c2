import { z } from 'zod'

/**
 * The parts of the web interface's API that are read (modules/api/models.py of stable-diffusion-webui; Forge and SD.Next answer
 * the same). GET /sdapi/v1/sd-models
 */
export const modelsSchema = z.array(z.object({ title: z.string(), model_name: z.string() }))

/** POST /sdapi/v1/txt2img and img2img; `info` is JSON again, and empty with some. */
export const pictureSchema = z.object({ images: z.array(z.string()).nullish(), info: z.string().nullish() })

/** The content of `info`. */
export const infoSchema = z.object({ seed: z.number().int().nonnegative() })

/** GET /sdapi/v1/progress; `current_task` is the id that a request gave, in newer ones. */
export const progressSchema = z.object({
  progress: z.number(),
  current_image: z.string().nullish(),
  current_task: z.string().nullish(),
})

export type SdModels = z.input<typeof modelsSchema>
export type SdPicture = z.input<typeof pictureSchema>
export type SdProgress = z.input<typeof progressSchema>
