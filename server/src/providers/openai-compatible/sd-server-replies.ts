import { z } from 'zod'

/**
 * The parts that are read of the native interface of stable-diffusion.cpp's sd-server (its examples/server/api.md). GET
 * /sdcpp/v1/capabilities
 */
export const capabilitiesSchema = z.object({
  model: z.object({ name: z.string().optional(), stem: z.string().optional() }),
  supported_modes: z.array(z.string()).optional(),
  /** What it was started with, for requests that say nothing. */
  defaults: z
    .object({
      sample_params: z
        .object({
          sample_method: z.string().optional(),
          sample_steps: z.number().optional(),
          guidance: z.object({ txt_cfg: z.number().optional() }).optional(),
        })
        .optional(),
    })
    .optional()
    .catch(undefined),
  samplers: z.array(z.string()).optional().catch(undefined),
  output_formats: z.array(z.string()).optional().catch(undefined),
  loras: z
    .array(z.object({ name: z.string().min(1), path: z.string().min(1) }))
    .optional()
    .catch(undefined),
})

/** POST /sdcpp/v1/img_gen: accepted, with the id of the job. */
export const acceptedSchema = z.object({ id: z.string().min(1) })

/** GET /sdcpp/v1/jobs/{id} */
export const jobSchema = z.object({
  /** queued, generating, completed, failed or cancelled */
  status: z.string(),
  result: z
    .object({ images: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })) })
    .nullish(),
  error: z.object({ code: z.string().optional(), message: z.string().optional() }).nullish(),
})

export type Capabilities = z.output<typeof capabilitiesSchema>
export type SdCapabilities = z.input<typeof capabilitiesSchema>
export type SdAccepted = z.input<typeof acceptedSchema>
export type SdJob = z.input<typeof jobSchema>
